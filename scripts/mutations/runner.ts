import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';

export type Runner = {
  /** The tests among these, such as `spec/02-tournament`, that fail; ends with the first that does. */
  failing(tests: readonly string[]): Promise<string[]>;
  /** The next run reads this file anew. */
  forget(file: string): void;
  close(): Promise<void>;
};

/** Vitest, kept running: starting it and making the template of databases takes longer than most tests. */
export async function openRunner(root: string): Promise<Runner> {
  process.chdir(root);
  const project = ['pure', process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'];
  const vitest = await createVitest('test', { root, watch: false, bail: 1, project, reporters: [{}], silent: true });
  return {
    async failing(tests) {
      const specifications = tests.flatMap((test) =>
        vitest.projects.flatMap((each) =>
          ['.test.ts', '.db.test.ts']
            .map((end) => join(root, 'test', test + end))
            .filter((path) => each.matchesTestGlob(path) && existsSync(path))
            .map((path) => each.createSpecification(path)),
        ),
      );
      if (specifications.length < tests.length) throw new Error(`Some of these are no tests: ${tests.join(', ')}`);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      // Those of earlier runs are among them.
      const run = new Set(specifications.map(({ moduleId }) => moduleId));
      const failed = testModules.filter((module) => run.has(module.moduleId) && hasFailed(module));
      return [...failed.map(({ moduleId }) => moduleId), ...unhandledErrors.map(String)];
    },
    forget: (file) => vitest.invalidateFile(file),
    close: () => vitest.close(),
  };
}

/** At the first test that fails the run is cancelled, perhaps before its file has a state. */
const hasFailed = (module: TestModule): boolean =>
  module.state() === 'failed' || [...module.children.allTests('failed')].length > 0;
