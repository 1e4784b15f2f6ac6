import { rename, rm } from 'node:fs/promises';

/** Has a file written under another name; it gets its own once it is complete, and after a failure nothing is left. */
export async function completeFile<Result>(file: string, write: (partial: string) => Promise<Result>): Promise<Result> {
  const partial = `${file}.partial`;
  try {
    const result = await write(partial);
    await rename(partial, file);
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
