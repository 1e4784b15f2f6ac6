import { defineConfig } from 'vitest/config';

/** Tests that touch a database are named *.db.test.ts and run on the embedded one, and on TEST_DATABASE_URL if set. */
const onDatabase = 'test/**/*.db.test.ts';
/** Each file has a database of its own, and the modules keep nothing: loading them once a worker saves minutes. */
const database = { include: [onDatabase], isolate: false };
/** Real servers of their own that are stopped, killed and frozen: alone, after all others. */
const onFaults = 'test/faults/*.test.ts';
const postgres = process.env.TEST_DATABASE_URL;

if (!postgres) console.log('TEST_DATABASE_URL is not set: database tests run on the embedded database only.');

export default defineConfig({
  // Vite would take graphql's ES modules for our files while the packages we use take its CommonJS ones, and two
  // copies of graphql do not know each other's classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: 'test/support/setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'pure', include: ['test/**/*.test.ts'], exclude: [onDatabase, onFaults] } },
      {
        extends: true,
        test: { name: 'embedded', ...database, globalSetup: 'test/support/embedded-template.ts' },
      },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: { name: 'postgres', ...database, globalSetup: 'test/support/postgres-template.ts' },
            },
          ]
        : []),
      {
        extends: true,
        test: { name: 'faults', include: [onFaults], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
