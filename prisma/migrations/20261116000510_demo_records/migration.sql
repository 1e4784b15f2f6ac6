-- What the demo world brought, so that it can be told from what was put beside it.
CREATE TABLE "demo_record" (
    "type" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "demo_record_pkey" PRIMARY KEY ("type","key")
);
