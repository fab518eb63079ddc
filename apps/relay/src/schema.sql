-- Amounts are in picoNEAR, rounded up; days are those since 1970 (UTC).

-- Whose books these are: one row.
CREATE TABLE relay (chain TEXT NOT NULL, account TEXT NOT NULL, arena TEXT NOT NULL);

-- The relay's lanes, a public key each, or a gas key's with # and the index of one of its nonces; with the last nonce that
-- was used, or is about to be.
CREATE TABLE lanes (lane TEXT PRIMARY KEY, nonce INTEGER NOT NULL);

-- What was spent each day, with what calls under way may cost.
CREATE TABLE days (day INTEGER PRIMARY KEY, spent INTEGER NOT NULL);

-- Without a nonce, the account is still being made.
CREATE TABLE guests (
    account TEXT PRIMARY KEY,
    public_key TEXT NOT NULL UNIQUE,
    nonce INTEGER,
    deposited INTEGER NOT NULL DEFAULT 0
);

-- How many guests each address has made today; forgotten the day after.
CREATE TABLE addresses (
    day INTEGER NOT NULL,
    address TEXT NOT NULL,
    guests INTEGER NOT NULL,
    PRIMARY KEY (day, address)
);

-- What was sent, or was about to be: without an outcome it may still take effect.
CREATE TABLE calls (
    -- The hash of the delegate action, or the key of a new guest; each is sent once.
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'deposit', 'nonce', 'action')),
    tx TEXT NOT NULL UNIQUE,
    guest TEXT NOT NULL,
    lane TEXT NOT NULL,
    nonce INTEGER NOT NULL,
    guest_nonce INTEGER,
    day INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    deposit INTEGER NOT NULL,
    outcome TEXT
);
CREATE INDEX calls_of_guest ON calls (guest, day);
CREATE INDEX pending_calls ON calls (tx) WHERE outcome IS NULL;
