// npm run bench -- --guard: CPU time per request of six answers against that of the latest release, measured in turn on
// the same data. Both load it with their own import command, each into a database of its own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkModules } from '../scripts/link-modules.js';
import { withEmptyDatabase } from './database.js';
import type { Bench, Figure } from './figure.js';
import { compare, type Load, SHORT, type Target } from './load.js';
import { type Running, startDist, withServers } from './process.js';
import { TOURNAMENTS } from './routes.js';

/** A tenth: medians of five rounds differ by less on a quiet machine. */
export const SLOWER_MAX = 1.1;

const root = fileURLToPath(new URL('../', import.meta.url));
const [BATTLES, STANDINGS] = ['/api/v1/clubs/northern-legion/battles', '/api/v1/tournaments/grand-open-2025/standings'];
const DOCUMENT = `/graphql?${new URLSearchParams({ query: '{ tournaments(first: 5) { nodes { name stages { name } } } }' })}`;

export const benchGuard: Bench = async ({ server, short, report }) => {
  const load: Load = short ? SHORT : { connections: 8, seconds: 4, rounds: 5 };
  const release = latestRelease();
  if (release === null) {
    report('There is no release to compare with: no tag that begins with v');
    return [];
  }
  report(`against ${release}`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const then = checkOut(release, folder);
    const world = join(folder, 'world.jsonl');
    execFileSync('sh', ['-c', 'exec node dist/cli/demo.js > "$0"', world], { cwd: then });
    return await withEmptyDatabase(server, (oldUrl) =>
      withEmptyDatabase(server, (newUrl) =>
        withServers(async (started) => {
          const serving = async (tree: string, url: string): Promise<Release> => {
            const env = { DATABASE_URL: url };
            const command = (name: string, ...args: string[]) =>
              execFileSync('node', [`dist/cli/${name}.js`, ...args], {
                cwd: tree,
                env: { ...process.env, ...env },
                stdio: ['ignore', 'pipe', 'ignore'],
              }).toString();
            command('import', world);
            const headers = { authorization: `Bearer ${command('keys', 'create', 'Bench').trim()}` };
            const [remembering, forgetful] = [
              await started(startDist(tree, env)),
              await started(startDist(tree, { ...env, CACHE_MEGABYTES: '0' })),
            ];
            return { remembering, forgetful, headers };
          };
          execFileSync('node', ['scripts/build.js'], { cwd: root });
          const [old, now] = [await serving(then, oldUrl), await serving(root, newUrl)];
          const figures: Figure[] = [];
          for (const [what, target] of Object.entries(ANSWERS)) {
            report(what);
            const { processor, measured } = await compare(await target(now), await target(old), load);
            figures.push({ what, against: release, ratio: processor, aim: `at most ${SLOWER_MAX}`, measured });
          }
          return figures;
        }),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

type Release = { remembering: Running; forgetful: Running; headers: Record<string, string> };

const forgotten =
  (path: string) =>
  ({ forgetful, headers }: Release): Target => ({ server: forgetful, paths: [path], headers });

const ANSWERS: Record<string, (of: Release) => Target | Promise<Target>> = {
  'remembered tournament list': ({ remembering, headers }) => ({ server: remembering, paths: [TOURNAMENTS], headers }),
  // The ETag of now: a service that has just begun may compute places, and the answer changes.
  'not modified (304)': async ({ remembering, headers }) => ({
    server: remembering,
    paths: [TOURNAMENTS],
    headers: { ...headers, 'if-none-match': await etagOf(remembering, headers) },
    status: 304,
  }),
  'tournament list': forgotten(TOURNAMENTS),
  'battle list': forgotten(BATTLES),
  'standings of 200 players': forgotten(STANDINGS),
  'a document': forgotten(DOCUMENT),
};

async function etagOf({ url }: Running, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url + TOURNAMENTS, { headers: { ...headers, 'accept-encoding': 'identity' } });
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}

/** Null in a clone without tags. */
function latestRelease(): string | null {
  const tags = execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD'], {
    cwd: root,
  });
  return tags.toString().split('\n')[0] || null;
}

/** The tree of the release, built, with the packages that it was released with. */
function checkOut(release: string, folder: string): string {
  const tree = join(folder, 'release');
  mkdirSync(tree);
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', release, tree], { cwd: root });
  const lockfile = 'package-lock.json';
  const hasSame = readFileSync(join(tree, lockfile)).equals(readFileSync(join(root, lockfile)));
  if (hasSame && existsSync(join(root, 'node_modules'))) {
    linkModules(root, tree);
  } else {
    execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--prefer-offline'], { cwd: tree, stdio: 'ignore' });
  }
  execFileSync('node', ['scripts/build.js'], { cwd: tree });
  return tree;
}
