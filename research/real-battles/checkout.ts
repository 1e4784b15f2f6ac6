import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '@battle-results/convert';

/** The files of all events, or of the folders named, with the event's folder in their names; in a fixed order. */
export function readCheckout(checkout: string, folders = readdirSync(join(checkout, 'data')).sort()): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(checkout, 'data', folder))
      .filter((name) => /^(?:metaData|report_.*)\.json$/.test(name))
      .sort()
      .map((name) => ({ name: `${folder}/${name}`, bytes: readFileSync(join(checkout, 'data', folder, name)) })),
  );
}
