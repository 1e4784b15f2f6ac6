import { defineConfig } from 'vitest/config';

/** Tests that touch a database are named *.db.test.ts and run on the embedded one, and on TEST_DATABASE_URL if set. */
const onDatabase = 'test/**/*.db.test.ts';
const postgres = process.env.TEST_DATABASE_URL;

if (!postgres) console.log('TEST_DATABASE_URL is not set: database tests run on the embedded database only.');

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'pure', include: ['test/**/*.test.ts'], exclude: [onDatabase] } },
      {
        extends: true,
        test: { name: 'embedded', include: [onDatabase], globalSetup: 'test/support/embedded-template.ts' },
      },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: { name: 'postgres', include: [onDatabase], globalSetup: 'test/support/postgres-template.ts' },
            },
          ]
        : []),
    ],
  },
});
