-- What the indexer keeps, in the SQL that SQLite and PostgreSQL share; for SQLite the marks around WITHOUT ROWID are taken
-- away. The events are the record of what happened; projection.sql has the tables that are made of them.
-- Keys are whole numbers. One program writes, all that a block brings in one transaction, so nothing here refers to a
-- row that is not there; no foreign keys, as each would be looked up again with every event.
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
    UNIQUE (chain_id, account)
);

-- How far each contract has been read: every block from first_height to before next_height, except in gaps.
CREATE TABLE progress (
    contract_id    BIGINT NOT NULL PRIMARY KEY,
    first_height   BIGINT NOT NULL,
    next_height    BIGINT NOT NULL,
    last_hash      TEXT,              -- of the block before next_height, NULL after a gap and before the first block
    last_time      BIGINT,            -- of that block
    missed         BIGINT NOT NULL    -- heights that no server had any more
);

-- Every line that claims to be an event, in chain order. Rows are only ever added, for a contract that is added later
-- also between others.
CREATE TABLE events (
    chain_id       BIGINT NOT NULL,
    height         BIGINT NOT NULL,
    place          INTEGER NOT NULL,  -- among all lines of the block, from 0
    contract_id    BIGINT NOT NULL,
    time           BIGINT NOT NULL,
    receipt        TEXT NOT NULL,
    line           TEXT NOT NULL,
    PRIMARY KEY (chain_id, height, place)
) /*! WITHOUT ROWID */;

-- Blocks that no server had any more: what was open then may have gone on unseen.
CREATE TABLE gaps (
    chain_id       BIGINT NOT NULL,
    to_height      BIGINT NOT NULL,   -- where reading continued
    contract_id    BIGINT NOT NULL,
    PRIMARY KEY (chain_id, to_height, contract_id)
) /*! WITHOUT ROWID */;

-- The projection that is read, and the next one while it is built: then its tables are called next_….
CREATE TABLE projections (
    generation     BIGINT NOT NULL PRIMARY KEY,
    version        BIGINT NOT NULL    -- of the program's way to make them
);

-- How far each has come: it has all events before next_height.
CREATE TABLE projected (
    generation     BIGINT NOT NULL,
    chain_id       BIGINT NOT NULL,
    next_height    BIGINT NOT NULL,
    PRIMARY KEY (generation, chain_id)
);
