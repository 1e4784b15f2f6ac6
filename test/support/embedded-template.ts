import type { TestProject } from 'vitest/node';
import { preparedData } from './prepared-data.js';

declare module 'vitest' {
  interface ProvidedContext {
    template: { file: string } | { url: string };
  }
}

/** Each test file gets its own copy. */
export async function setup({ provide }: TestProject) {
  const { archive } = await preparedData();
  provide('template', { file: archive });
}
