-- Every table of the indexer, in the SQL that SQLite and PostgreSQL share; for SQLite the marks around WITHOUT ROWID are taken away.
-- Keys are whole numbers, since there may be millions of games. One program writes, all that a block changes in one
-- transaction, so nothing here refers to a row that is not there; no foreign keys, as each would be looked up again with every move.
-- Times are nanoseconds since 1970 and heights those of blocks.

-- A chain is known by the hash of its first block: a dev node that starts anew starts another chain.
CREATE TABLE chains (
    id             BIGINT NOT NULL PRIMARY KEY,
    genesis        TEXT NOT NULL UNIQUE
);

CREATE TABLE contracts (
    id             BIGINT NOT NULL PRIMARY KEY,
    chain_id       BIGINT NOT NULL,
    account        TEXT NOT NULL,
    kind           TEXT,              -- 'one_game' or 'arena', NULL before its first event
    UNIQUE (chain_id, account)
);

-- How far each contract has been read: every block from first_height to before next_height, except in gaps.
CREATE TABLE progress (
    contract_id    BIGINT NOT NULL PRIMARY KEY,
    first_height   BIGINT NOT NULL,
    next_height    BIGINT NOT NULL,
    last_hash      TEXT,              -- of the block before next_height, NULL after a gap and before the first block
    last_time      BIGINT,            -- of that block
    events         BIGINT NOT NULL,   -- that were taken in
    skipped        BIGINT NOT NULL,   -- that could not be read or could not be true
    missed         BIGINT NOT NULL    -- heights that no server had any more
);

CREATE TABLE accounts (
    id             BIGINT NOT NULL PRIMARY KEY,
    chain_id       BIGINT NOT NULL,
    name           TEXT NOT NULL,
    UNIQUE (chain_id, name)
) /*! WITHOUT ROWID */;

CREATE TABLE rules (
    id             BIGINT NOT NULL PRIMARY KEY,  -- from 1; 0 stands for all rules together
    name           TEXT NOT NULL UNIQUE          -- such as '3x3:3' or 'ultimate:any'
);

CREATE TABLE games (
    id             BIGINT NOT NULL PRIMARY KEY,  -- from 1, in the order in which they were read
    contract_id    BIGINT NOT NULL,
    game_id        BIGINT NOT NULL,              -- the contract's
    rules_id       BIGINT NOT NULL,
    seats          INTEGER NOT NULL,             -- how many
    turn_seconds   BIGINT,
    status         TEXT NOT NULL,                -- 'waiting', 'in_progress', 'won', 'draw' or 'closed'
    round          INTEGER NOT NULL,
    moves          INTEGER NOT NULL,             -- in this round
    outs           INTEGER NOT NULL,             -- who is out of this round: bit 0 for seat 1 and so on
    created_height BIGINT NOT NULL,
    created_time   BIGINT NOT NULL,
    active_height  BIGINT NOT NULL,              -- of its last event
    active_time    BIGINT NOT NULL,
    closed_height  BIGINT,                       -- closed, or replaced by the next game of a one-game contract
    closed_time    BIGINT,
    gap            INTEGER NOT NULL,             -- 1 if some of its events may have been missed
    UNIQUE (contract_id, game_id)
) /*! WITHOUT ROWID */;
CREATE INDEX games_by_id ON games (contract_id, id);
CREATE INDEX games_by_status ON games (contract_id, status, id);
CREATE INDEX games_by_rules ON games (contract_id, rules_id, id);
CREATE INDEX games_by_rules_and_status ON games (contract_id, rules_id, status, id);
CREATE INDEX games_by_activity ON games (contract_id, active_height, id);

-- Who sits where; a free seat has no row. What lists of a player's games are narrowed by stands here a second time.
CREATE TABLE seats (
    game           BIGINT NOT NULL,              -- games.id
    seat           INTEGER NOT NULL,             -- from 1, the host's
    account_id     BIGINT NOT NULL,
    rules_id       BIGINT NOT NULL,
    status         TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) /*! WITHOUT ROWID */;
CREATE INDEX seats_by_account ON seats (account_id, game);
CREATE INDEX seats_by_status ON seats (account_id, status, game);
CREATE INDEX seats_by_rules ON seats (account_id, rules_id, game);
CREATE INDEX seats_by_rules_and_status ON seats (account_id, rules_id, status, game);

CREATE TABLE rounds (
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
) /*! WITHOUT ROWID */;

CREATE TABLE moves (
    game           BIGINT NOT NULL,
    round          INTEGER NOT NULL,
    number         INTEGER NOT NULL,             -- from 1
    seat           INTEGER NOT NULL,
    row_number     INTEGER NOT NULL,             -- from 0
    col_number     INTEGER NOT NULL,             -- from 0
    height         BIGINT NOT NULL,
    time           BIGINT NOT NULL,
    receipt        TEXT NOT NULL,
    PRIMARY KEY (game, round, number)
) /*! WITHOUT ROWID */;

-- Who resigned or ran out of time.
CREATE TABLE outs (
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
CREATE TABLE standings (
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
CREATE INDEX standings_by_wins ON standings (chain_id, rules_id, won DESC, account_id) WHERE counted > 0;
CREATE INDEX standings_by_rating ON standings (chain_id, rules_id, rating DESC, account_id) WHERE counted > 0;
