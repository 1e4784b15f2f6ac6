// What is wrong in several cells of a file is said once.

import type { FileProblem } from '../converter.js';
import { getOrMake } from '../get-or-make.js';
import { placesText } from '../notes.js';

const PLACES_MAX = 20;

export function gathered(problems: FileProblem[]): FileProblem[] {
  const same = new Map<string, FileProblem[]>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.file, problem.message]);
    getOrMake(same, key, () => []).push(problem);
  }
  return [...same.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const places = [first, ...more].filter(({ at }) => at !== '').map(({ at }) => ({ file: '', at }));
    return [{ ...first, at: placesText(places, PLACES_MAX) }];
  });
}
