import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The end of a file's name says what it needs; what needs nothing is `pure`. */
const onDatabase = 'test/**/*.db.test.ts';
/** Starts processes of the built service, or makes databases of its own. */
const onProcess = 'test/**/*.process.test.ts';
/** A page in Chromium; where there is PostgreSQL on that, since loading the demo world takes it a tenth of the time. */
const onBrowser = 'test/**/*.browser.test.ts';
/** Real servers of their own that are stopped, killed and frozen: after all others. */
const onFaults = 'test/faults/*.test.ts';
const embeddedTemplate = 'test/support/embedded-template.ts';
const postgresTemplate = 'test/support/postgres-template.ts';
const postgres = process.env.TEST_DATABASE_URL;
const template = postgres ? postgresTemplate : embeddedTemplate;
const isLong = process.env.FAULTS === 'long';
/** While working: of the database tests those of the specification. */
const isQuick = Boolean(process.env.QUICK);
/**
 * Browsers, servers and databases run beside the tests and may be late on a busy machine: in CI, what waits for them is
 * tried once more, and the report names what needed it.
 */
const retry = process.env.CI ? 1 : 0;

/** Each file has a database of its own, and the modules keep nothing: loading them once a worker saves minutes. */
const database = { include: [isQuick ? 'test/spec/*.db.test.ts' : onDatabase], isolate: false };

/**
 * What takes long or hardly depends on the database is run on PostgreSQL alone where there is one: the embedded database
 * runs the same SQL, several times as slowly. Where it is the only one, all of it runs there.
 */
const LONG = [
  '{app,clients,entrance,http,observe,persisted,requests,tool-pages}/*',
  'bundle/!(import)',
  'changes/{fresh,mirror,remembered}',
  'db/{derived,places/recompute,ratings/recompute,read/filter,search}',
  'graphql/!(one-snapshot)',
  'live/{clients,subscriptions}',
  'rest/{changes,demo-world,paging-properties,parameters,statements}',
  'site/{hostile,pages,sitemap,tables}',
  'statistics/recompute',
].map((file) => `test/${file}.db.test.ts`);
const embedded = postgres && !isLong ? { ...database, exclude: LONG } : database;

// This file is read once for each project.
if (!process.env.TESTS_ANNOUNCED) {
  process.env.TESTS_ANNOUNCED = 'yes';
  if (postgres && !isLong)
    console.log(`On PostgreSQL alone, since they take long or hardly depend on the database: ${LONG.join(', ')}`);
  const where = postgres ? 'both databases' : 'the embedded database (set TEST_DATABASE_URL for PostgreSQL too)';
  console.log(
    isQuick
      ? 'Tests without a database, and those of the specification on the embedded one. All tests: npm test'
      : `Tests of pages in a browser, of processes, and on ${where}; then of faults. Each file is named once it is done.`,
  );
}

/** What takes longest begins first, so that both workers end together. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['browser', 'process'];
    const placeOf = ({ project }: TestSpecification) => order.indexOf(project.name) + 1 || order.length + 1;
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  // Vite would take graphql's ES modules for our files while the packages we use take its CommonJS ones, and two
  // copies of graphql do not know each other's classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: 'test/support/setup.ts',
    testTimeout: process.env.PROPERTIES === 'long' ? 600_000 : 120_000,
    hookTimeout: 240_000,
    retry,
    // A second, which is what it waits by itself, is little on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Each uses more than one core: the service, its database or a browser runs beside it.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: [onDatabase, onProcess, onBrowser, onFaults],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'process', include: [onProcess], exclude: isLong ? [onFaults] : [] } },
      { extends: true, test: { name: 'browser', include: [onBrowser], globalSetup: template } },
      { extends: true, test: { name: 'embedded', ...embedded, globalSetup: embeddedTemplate } },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: { name: 'postgres', ...database, globalSetup: postgresTemplate },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'faults',
          include: [onFaults],
          exclude: isLong ? [] : [onProcess],
          // They measure time: one at a time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
