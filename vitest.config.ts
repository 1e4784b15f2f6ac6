import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The end of a file's name says what it needs; what needs nothing is `pure`. */
const onDatabase = '{test,research}/**/*.db.test.ts';
/** Starts processes of the built service, or makes databases of its own. */
const onProcess = 'test/**/*.process.test.ts';
/** A page in Chromium; where there is PostgreSQL on that, since loading the demo world takes it a tenth of the time. */
const onBrowser = 'test/**/*.browser.test.ts';
/** Real servers of their own that are stopped, killed and frozen. */
const onFaults = 'test/faults/*.test.ts';
/** Of these, what measures time: one at a time, after all others. */
const onTimedFaults = 'test/faults/{hall,under-load}.test.ts';
/** A cluster of three servers with its own manager: `faults/failover` shows the same with two, so it has only a long form. */
const onLongFaults = 'test/faults/patroni.test.ts';
const embeddedTemplate = 'test/support/embedded-template.ts';
const postgresTemplate = 'test/support/postgres-template.ts';
const preparedCluster = 'test/faults/prepared-cluster.ts';
const postgres = process.env.TEST_DATABASE_URL;
const template = postgres ? postgresTemplate : embeddedTemplate;
const isLong = process.env.FAULTS === 'long';
/**
 * `quick` and `everyday` (npm test) take minutes and need no other database than the embedded one; `rest` is what they
 * leave out. Without it, all there is, to run a single file of any project.
 */
const scope = process.env.TESTS as 'pure' | 'quick' | 'everyday' | 'rest' | undefined;

/**
 * Browsers, servers and databases run beside the tests and may be late on a busy machine: in CI, what waits for them is
 * tried once more, and the report names what needed it.
 */
const retry = process.env.CI ? 1 : 0;

/** The front doors, and what is most likely to break. */
const EVERYDAY = {
  database: [
    'spec/*',
    'app/*',
    'bundle/{export,import,kept,merge,removed-player}',
    'invalidation/{feed,lists,places,read-after}',
    'db/{checks,client,keys,migrate,triggers}',
    'entrance/{auth,one-connection,overload}',
    'graphql/{errors,filters,http,limits,paging,standings,statements,statistics,visibility}',
    'graphql-http/use-persisted',
    'rest/{agree,http,paths}',
    'site/{boards,calendar,live,pages,results,tables}',
  ].map((file) => `test/${file}.db.test.ts`),
  process: ['test/main.process.test.ts'],
};
/** Of these, what says nothing about the database: it is not repeated on PostgreSQL. */
const ON_EITHER = [
  'app/*',
  'bundle/{export,kept,merge,removed-player}',
  'entrance/one-connection',
  'graphql/{errors,http,limits,paging,standings,statements,visibility}',
  'graphql-http/use-persisted',
  'rest/{agree,http,paths}',
  'site/{boards,calendar,pages,results,tables}',
].map((file) => `test/${file}.db.test.ts`);
/** What depends on the kind of database, so it runs on the embedded one too where there is PostgreSQL. */
const ON_BOTH = ['demo/replace-demo', 'invalidation/{ratings,rounds}', 'db/upgrades', 'graphql/one-snapshot'].map(
  (file) => `test/${file}.db.test.ts`,
);

/** A worker loads all modules, and a project its template: with PostgreSQL, what the others have in common is one project. */
const isMerged = scope === 'rest' && postgres !== undefined && !isLong;
/** The projects of each scope. */
const PROJECTS = {
  pure: ['pure'],
  quick: ['embedded'],
  everyday: ['embedded', 'process'],
  rest: isMerged
    ? ['embedded', 'rest', 'faults']
    : ['browser', 'process', 'faults-beside', 'embedded', 'postgres', 'faults'],
};
const SAYS = {
  pure: 'Tests that need no database',
  quick: 'What needs no database, and the specification on the embedded one. More: npm test',
  everyday:
    'What needs no database; on the embedded one the specification, the front doors of REST, GraphQL and the site, ' +
    'import, export and migrations; one real process. Browsers, faults, PostgreSQL and all the rest: npm run test:all',
  rest:
    'What npm test leaves out: browsers, processes, then ' +
    (postgres
      ? 'everything on PostgreSQL'
      : 'the other tests on the embedded database (TEST_DATABASE_URL: PostgreSQL)') +
    ', then faults. Each file is named once it is done.',
};
/** In one project, because its workers go on from file to file, while another's would load all modules again. */
const PURE = '{test,packages/*/test,research}/**/!(*.db|*.process|*.browser).test.ts';
const embedded = {
  pure: {},
  quick: { include: [PURE, 'test/spec/*.db.test.ts'], exclude: [onFaults] },
  everyday: { include: [PURE, ...EVERYDAY.database], exclude: [onFaults] },
  // It runs the same SQL several times as slowly as PostgreSQL, so it runs everything only where it is the only one.
  rest: postgres ? { include: ON_BOTH } : { include: [onDatabase], exclude: EVERYDAY.database },
  all: { include: [onDatabase] },
}[scope ?? 'all'];
const processes = {
  pure: {},
  quick: {},
  everyday: { include: EVERYDAY.process },
  rest: { include: [onProcess], exclude: EVERYDAY.process },
  all: { include: [onProcess], exclude: isLong ? [onFaults] : [] },
}[scope ?? 'all'];

/** Most embedded databases of these live for seconds, and optimising the engine would take longer than that. */
const forEmbedded = ['--liftoff-only'];

// This file is read once for each project.
if (!process.env.TESTS_ANNOUNCED) {
  process.env.TESTS_ANNOUNCED = 'yes';
  if (scope) console.log(SAYS[scope]);
}

/** What takes longest begins first, so that both workers end together; projects one after the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = ['browser', 'process', 'faults-beside', ...(isMerged ? ['embedded', 'rest'] : [])];
    const longest = [/\.browser\./, /\.process\./, /\/(faults|process)\//];
    const placeIn = (length: number, at: number) => (at < 0 ? length : at);
    const placeOf = ({ project, moduleId }: TestSpecification) =>
      10 * placeIn(first.length, first.indexOf(project.name)) +
      placeIn(
        longest.length,
        longest.findIndex((each) => each.test(moduleId)),
      );
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function inScope<Each extends { test: { name: string } }>(projects: Each[]): Each[] {
  return scope ? projects.filter(({ test: { name } }) => PROJECTS[scope].includes(name)) : projects;
}

export default defineConfig({
  // Vite would take graphql's ES modules for our files while the packages we use take its CommonJS ones, and two
  // copies of graphql do not know each other's classes.
  // The packages are taken from their sources, as tsconfig.json says.
  resolve: { tsconfigPaths: true, alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: 'test/support/setup.ts',
    // Each file closes what it has opened, and the modules keep nothing: loading them once a worker saves minutes.
    isolate: false,
    testTimeout: process.env.PROPERTIES === 'long' ? 600_000 : 120_000,
    hookTimeout: 240_000,
    retry,
    // A second, which is what it waits by itself, is little on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Each uses more than one core: the service, its database or a browser runs beside it. The rest waits for those a good
    // part of its time.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)) + (isMerged ? 1 : 0),
    sequence: { sequencer: LongestFirst },
    projects: inScope([
      {
        extends: true as const,
        test: {
          name: 'pure',
          include: ['{test,packages/*/test,research}/**/*.test.ts'],
          exclude: [onDatabase, onProcess, onBrowser, onFaults],
        },
      },
      { extends: true as const, test: { name: 'process', ...processes, execArgv: forEmbedded } },
      { extends: true as const, test: { name: 'browser', include: [onBrowser], globalSetup: template } },
      { extends: true as const, test: { name: 'embedded', ...embedded, globalSetup: embeddedTemplate } },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: [onDatabase],
                exclude: scope ? ON_EITHER : [],
                globalSetup: postgresTemplate,
              },
            },
          ]
        : []),
      ...(isMerged
        ? [
            {
              extends: true as const,
              test: {
                name: 'rest',
                include: [onBrowser, onProcess, onFaults, onDatabase],
                exclude: [...EVERYDAY.process, ...ON_EITHER, onTimedFaults, onLongFaults],
                globalSetup: [postgresTemplate, preparedCluster],
                execArgv: forEmbedded,
              },
            },
          ]
        : []),
      {
        extends: true as const,
        test: {
          name: 'faults',
          include: [isLong ? onFaults : onTimedFaults],
          globalSetup: preparedCluster,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      ...(isLong
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'faults-beside',
                include: [onFaults],
                exclude: [onProcess, onTimedFaults, onLongFaults],
                globalSetup: preparedCluster,
              },
            },
          ]),
    ]),
  },
});
