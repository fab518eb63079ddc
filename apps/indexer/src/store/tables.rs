//! The tables that are written, with their columns in the order of the rows.

use super::batch::Table;

/// The log.
pub(super) const EVENTS: Table = Table {
    name: "events",
    columns: "chain_id height place contract_id time receipt line",
    key: 0,
    fixed: 0,
    is_by_game: false,
};

pub(super) const TOTALS: Table = Table {
    name: "totals",
    columns: "contract_id kind newest events skipped",
    key: 1,
    fixed: 0,
    is_by_game: false,
};

pub(super) const ACCOUNTS: Table =
    Table { name: "accounts", columns: "id chain_id name", key: 0, fixed: 0, is_by_game: false };

pub(super) const RULES: Table =
    Table { name: "rules", columns: "id name", key: 0, fixed: 0, is_by_game: false };

pub(super) const GAMES: Table = Table {
    name: "games",
    columns: "id contract_id game_id rules_id seats turn_seconds starts created_height created_time outs marked status
              round moves active_height active_time closed_height closed_time gap",
    key: 1,
    fixed: 8,
    is_by_game: true,
};

pub(super) const SEATS: Table = Table {
    name: "seats",
    columns: "game seat account_id contract_id rules_id status",
    key: 2,
    fixed: 3,
    is_by_game: true,
};

pub(super) const ROUNDS: Table = Table {
    name: "rounds",
    columns: "game round started_height started_time ended_height ended_time result winner ended_by counted moves",
    key: 2,
    fixed: 0,
    is_by_game: true,
};

pub(super) const MOVES: Table = Table {
    name: "moves",
    columns: "game round number seat row_number col_number height time receipt",
    key: 0,
    fixed: 0,
    is_by_game: false,
};

pub(super) const OUTS: Table = Table {
    name: "outs",
    columns: "game round seat after_moves reason height time receipt",
    key: 0,
    fixed: 0,
    is_by_game: false,
};

pub(super) const STANDINGS: Table = Table {
    name: "standings",
    columns: "account_id rules_id chain_id counted won lost drawn walked_away rating",
    key: 2,
    fixed: 1,
    is_by_game: false,
};

/// The tables of a projection.
pub(super) const PROJECTION: [&Table; 9] =
    [&TOTALS, &ACCOUNTS, &RULES, &GAMES, &SEATS, &ROUNDS, &MOVES, &OUTS, &STANDINGS];
