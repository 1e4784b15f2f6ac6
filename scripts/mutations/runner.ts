import { join, relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';

export type Runner = {
  /** The files of these in which a test fails; ends with the first that does. */
  failures(tests: readonly string[]): Promise<string[]>;
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
    async failures(tests) {
      const specifications = tests.flatMap((test) => {
        const path = join(root, test);
        const found = vitest.projects.filter((each) => each.matchesTestGlob(path));
        if (found.length === 0) throw new Error(`No project has ${test}`);
        return found.map((each) => each.createSpecification(path));
      });
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      // Those of earlier runs are among them.
      const run = new Set(specifications.map(({ moduleId }) => moduleId));
      const failed = testModules.filter((module) => run.has(module.moduleId) && hasFailed(module));
      const names = failed.map(({ moduleId }) => relative(root, moduleId).replace(/^test\/|\.test\.ts$/g, ''));
      return names.length === 0 && unhandledErrors.length > 0 ? [String(unhandledErrors[0])] : names;
    },
    forget: (file) => vitest.invalidateFile(file),
    close: () => vitest.close(),
  };
}

/** At the first test that fails the run is cancelled, perhaps before its file has a state. */
const hasFailed = (module: TestModule): boolean =>
  module.state() === 'failed' || [...module.children.allTests('failed')].length > 0;
