-- The books are the calls that wrote something, in their order. Records and totals follow from them.
CREATE TABLE ledger_calls (
    number    BIGINT PRIMARY KEY,
    key_hash  TEXT UNIQUE,
    tool      TEXT NOT NULL,
    arguments TEXT NOT NULL,
    result    TEXT NOT NULL,
    made_at   TIMESTAMP NOT NULL
);
