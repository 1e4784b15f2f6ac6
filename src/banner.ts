import type { AddressInfo } from 'node:net';
import { holdsDemoWorld } from './bundle/data-owner.js';
import type { Db } from './db/client.js';
import { DEMO_KEY } from './key.js';

/** What somebody who has just started the service wants to know. */
export async function banner(listening: AddressInfo | string | null, { sql, place }: Db): Promise<string> {
  const { address, port, family } = listening as AddressInfo;
  const base = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const key = (await holdsDemoWorld(sql)) ? `${DEMO_KEY} (demo world)` : 'make one with: npm run keys -- create NAME';
  return [
    '',
    `  Battle results gateway   ${base}`,
    `  GraphiQL                 ${base}/graphql`,
    `  REST reference           ${base}/docs`,
    `  API key                  ${key}`,
    `  Data                     ${place}`,
    '',
  ].join('\n');
}
