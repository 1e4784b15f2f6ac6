import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.js';
import { isMounted } from '../../../src/db/embedded/volume.js';
import { createDb } from '../../../src/db/open.js';

const MOUNTS = `21 1 8:1 / / rw,relatime - overlay overlay rw
22 21 0:20 / /proc rw,nosuid - proc proc rw
23 21 8:2 /volumes/one /data rw,relatime - ext4 /dev/sdb rw
25 23 0:21 / /data/fast rw,nosuid - tmpfs tmpfs rw
26 21 0:22 / /scratch rw,nosuid,nodev shared:7 - tmpfs tmpfs rw
27 26 8:2 /volumes/two /scratch/kept rw shared:8 - ext4 /dev/sdb rw
24 21 8:3 / /srv/my\\040files rw,relatime - ext4 /dev/sdc rw
`;

test.each([
  ['/data', true],
  ['/data/gateway', true],
  ['/database', false],
  ['/data/fast', false],
  ['/data/faster', true],
  ['/scratch', false],
  ['/scratch/data', false],
  ['/scratch/kept/data', true],
  ['/srv/my files/data', true],
  ['/app/.data', false],
])('%s on a volume: %s', (folder, expected) => {
  expect(isMounted(folder, MOUNTS)).toBe(expected);
});

test('in a container, a folder that would be lost is refused, with what to do', async () => {
  const config = readConfig({ IN_CONTAINER: 'true', DATA_DIR: '/no/volume' });
  await expect(createDb(config, () => undefined)).rejects.toThrow(
    '/no/volume is not on a volume: what is imported would be lost with this container. Mount one ' +
      '(-v battle-results:/no/volume), or set DATABASE_URL to a PostgreSQL server. To look at the demo world without ' +
      'keeping anything, set DEMO_WORLD=true.',
  );
});
