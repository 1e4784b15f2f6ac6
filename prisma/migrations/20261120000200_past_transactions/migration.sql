-- A transaction id is given out again when a crash has lost the transaction, or a copy of the data was put back. With the
-- time at which its transaction began, which a default gives to every version without another statement, an id means one
-- transaction only, and a cursor can say which one was the newest that it has seen.

ALTER TABLE "version" ADD COLUMN "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

COMMENT ON COLUMN "version"."written_at" IS 'When its transaction began: the same for all its versions.';

-- Transactions of which versions were superseded and deleted: cursors may still name them.
CREATE TABLE "past_transaction" (
    "version" xid8 NOT NULL,
    "written_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "past_transaction_pkey" PRIMARY KEY ("version")
);
