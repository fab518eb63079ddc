-- What is read: tables that are made of the events alone, so that they can be dropped and made again. {prefix} is empty, or
-- next_ while they are built beside those that are read. Comments with ! are for SQLite, those with + for PostgreSQL.

-- What the events of a contract came to.
CREATE TABLE {prefix}totals (
    contract_id    BIGINT NOT NULL PRIMARY KEY,
    kind           TEXT,              -- 'one_game' or 'arena', NULL before its first event
    newest         BIGINT,            -- its newest game, by the contract's number
    events         BIGINT NOT NULL,   -- that were taken in
    skipped        BIGINT NOT NULL    -- that could not be read or could not be true
);

CREATE TABLE {prefix}accounts (
    id             BIGINT NOT NULL PRIMARY KEY,
    chain_id       BIGINT NOT NULL,
    name           TEXT NOT NULL,
    UNIQUE (chain_id, name)
) /*! WITHOUT ROWID */;

CREATE TABLE {prefix}rules (
    id             BIGINT NOT NULL PRIMARY KEY,  -- from 1; 0 stands for all rules together
    name           TEXT NOT NULL UNIQUE          -- such as '3x3:3' or 'ultimate:any'
);

CREATE TABLE {prefix}games (
    id             BIGINT NOT NULL PRIMARY KEY,  -- from 1, in the order in which they were created
    contract_id    BIGINT NOT NULL,
    game_id        BIGINT NOT NULL,              -- the contract's
    rules_id       BIGINT NOT NULL,
    seats          INTEGER NOT NULL,             -- how many
    turn_seconds   BIGINT,
    starts         TEXT NOT NULL,                -- who moves first in each round: 'host' or 'rotates'
    status         TEXT NOT NULL,                -- 'waiting', 'in_progress', 'won', 'draw' or 'closed'
    round          INTEGER NOT NULL,
    moves          INTEGER NOT NULL,             -- in this round
    outs           INTEGER NOT NULL,             -- who is out of this round: bit 0 for seat 1 and so on
    marked         INTEGER NOT NULL,             -- who has made a mark in this round, in the same way
    created_height BIGINT NOT NULL,
    created_time   BIGINT NOT NULL,
    active_height  BIGINT NOT NULL,              -- of its last event
    active_time    BIGINT NOT NULL,
    closed_height  BIGINT,                       -- closed, or replaced by the next game of a one-game contract
    closed_time    BIGINT,
    gap            INTEGER NOT NULL,             -- 1 if some of its events may have been missed
    UNIQUE (contract_id, game_id)
) /*! WITHOUT ROWID */ /*+ WITH (fillfactor = 70) */;

-- Who sits where; a free seat has no row. What lists of a player's games are narrowed by stands here a second time.
CREATE TABLE {prefix}seats (
    game           BIGINT NOT NULL,              -- games.id
    seat           INTEGER NOT NULL,             -- from 1, the host's
    account_id     BIGINT NOT NULL,
    contract_id    BIGINT NOT NULL,
    rules_id       BIGINT NOT NULL,
    status         TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) /*! WITHOUT ROWID */;

CREATE TABLE {prefix}rounds (
    game           BIGINT NOT NULL,
    round          INTEGER NOT NULL,             -- from 1; a game of a one-game contract has one
    started_height BIGINT,                       -- NULL if its beginning was missed
    started_time   BIGINT,
    ended_height   BIGINT,
    ended_time     BIGINT,
    result         TEXT,                         -- 'won', 'draw' or 'abandoned', NULL while it goes on
    winner         INTEGER,                      -- a seat
    ended_by       BIGINT,                       -- accounts.id; NULL where the contract does not tell
    counted        INTEGER NOT NULL,             -- 1 if it counts, as in the arena's score
    moves          INTEGER NOT NULL,
    PRIMARY KEY (game, round)
) /*! WITHOUT ROWID */ /*+ WITH (fillfactor = 70) */;

CREATE TABLE {prefix}moves (
    game           BIGINT NOT NULL,
    round          INTEGER NOT NULL,
    number         INTEGER NOT NULL,             -- from 1
    seat           INTEGER NOT NULL,
    row_number     INTEGER NOT NULL,             -- from 0
    col_number     INTEGER NOT NULL,             -- from 0
    height         BIGINT NOT NULL,
    time           BIGINT NOT NULL,
    receipt        TEXT NOT NULL
    /*!, PRIMARY KEY (game, round, number) */
) /*! WITHOUT ROWID */;

-- Who resigned or ran out of time.
CREATE TABLE {prefix}outs (
    game           BIGINT NOT NULL,
    round          INTEGER NOT NULL,
    seat           INTEGER NOT NULL,
    after_moves    INTEGER NOT NULL,             -- how many moves the round had before
    reason         TEXT NOT NULL,                -- 'resigned' or 'timed_out'
    height         BIGINT NOT NULL,
    time           BIGINT NOT NULL,
    receipt        TEXT NOT NULL,
    PRIMARY KEY (game, round, seat)
) /*! WITHOUT ROWID */;

-- What players have reached, by rules and over all of them.
CREATE TABLE {prefix}standings (
    account_id     BIGINT NOT NULL,
    rules_id       BIGINT NOT NULL,              -- 0 over all rules
    chain_id       BIGINT NOT NULL,
    counted        BIGINT NOT NULL,              -- rounds that count: won, lost and drawn together
    won            BIGINT NOT NULL,
    lost           BIGINT NOT NULL,
    drawn          BIGINT NOT NULL,
    walked_away    BIGINT NOT NULL,              -- rounds left early, whether they count or not
    rating         BIGINT NOT NULL,              -- in thousandths of a point
    PRIMARY KEY (account_id, rules_id)
) /*! WITHOUT ROWID */;

-- INDEXES
-- None has what a move changes, so that a move writes its rows of games and rounds and no index; PostgreSQL does so where
-- a page has room for the new row beside the old one.
/*+ CREATE UNIQUE INDEX IF NOT EXISTS moves_in_order_{generation} ON {prefix}moves (game, round, number); */
CREATE INDEX IF NOT EXISTS games_by_id_{generation} ON {prefix}games (contract_id, id);
CREATE INDEX IF NOT EXISTS games_by_status_{generation} ON {prefix}games (contract_id, status, id);
CREATE INDEX IF NOT EXISTS games_by_rules_{generation} ON {prefix}games (contract_id, rules_id, id);
CREATE INDEX IF NOT EXISTS games_by_rules_and_status_{generation} ON {prefix}games (contract_id, rules_id, status, id);
CREATE INDEX IF NOT EXISTS seats_by_account_{generation} ON {prefix}seats (account_id, contract_id, game);
CREATE INDEX IF NOT EXISTS seats_by_status_{generation} ON {prefix}seats (account_id, contract_id, status, game);
CREATE INDEX IF NOT EXISTS seats_by_rules_{generation} ON {prefix}seats (account_id, contract_id, rules_id, game);
CREATE INDEX IF NOT EXISTS seats_by_rules_and_status_{generation} ON {prefix}seats (account_id, contract_id, rules_id, status, game);
CREATE INDEX IF NOT EXISTS standings_by_wins_{generation} ON {prefix}standings (chain_id, rules_id, won DESC, account_id) WHERE counted > 0;
CREATE INDEX IF NOT EXISTS standings_by_rating_{generation} ON {prefix}standings (chain_id, rules_id, rating DESC, account_id) WHERE counted > 0;
