-- A key may expire. Processes deactivate expired keys by themselves, which the change feed tells to all others.
ALTER TABLE "api_key" ADD COLUMN "expires_at" TIMESTAMPTZ(3);

-- What keys were used for, added up by every process about once a minute.
CREATE TABLE "key_usage" (
    "key_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","day","operation")
);

ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
