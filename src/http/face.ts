// What answers at an address.
import type { ApiError } from '../errors.js';
import type { Call } from './call.js';
import type { Reply } from './reply.js';

export const GRAPHQL_PATH = '/graphql';

export type Face = {
  /** Such as `/api/v1/clubs/{slug}`. */
  path: string;
  /** What it is called in log and metrics, if not by its path. */
  name?: string;
  /** Which of the requests to this path, if not all. */
  when?(call: Call): boolean;
  methods: readonly string[];
  /**
   * With a key, the caller is charged for what is done, and refused when there is no room. Visitors need none, and are
   * charged by their address.
   */
  access: 'key' | 'visitor' | 'public';
  /** Of its errors. */
  form: 'rest' | 'graphql';
  /** How long it may wait for something to happen, beside the time that answering takes. */
  waitsMs?: number;
  /** Instead of an error in that form. */
  refusal?(error: ApiError, call: Call): Reply;
  /** `parameters` is what stands in the path for each, still encoded. */
  answer(call: Call, parameters: Record<string, string>): Promise<Reply>;
};

/** The face of a request and what stands in its path, or null. */
export type FaceAt = (call: Call) => Match | null;
export type Match = { face: Face; parameters: Record<string, string>; slashed: boolean };

/** The first of several that could answer does. */
export function createFaceAt(faces: readonly Face[]): FaceAt {
  const plain = new Map<string, Face[]>();
  const patterns: { face: Face; beginning: string; pattern: RegExp }[] = [];
  const others = faces.filter(({ path }) => path === ELSEWHERE);
  for (const face of faces) {
    if (!face.path.includes('{')) plain.set(face.path, [...(plain.get(face.path) ?? []), face]);
    else {
      const pattern = new RegExp(`^${face.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
      patterns.push({ face, beginning: face.path.replace(/\{.*/, ''), pattern });
    }
  }
  return (call) => {
    const pathname = call.url?.pathname ?? '';
    const path = withoutSlash(pathname);
    const slashed = path !== pathname;
    for (const face of plain.get(path) ?? []) {
      if (face.when?.(call) ?? true) return { face, parameters: {}, slashed };
    }
    for (const { face, beginning, pattern } of patterns) {
      // Most do not match, which is found sooner without the pattern.
      const found = path.startsWith(beginning) ? pattern.exec(path) : null;
      if (found) return { face, parameters: { ...found.groups }, slashed };
    }
    return (
      others.filter((face) => face.when?.(call) ?? true).map((face) => ({ face, parameters: {}, slashed: false }))[0] ??
      null
    );
  };
}

/** The path of a face for whatever is at no other's address. */
export const ELSEWHERE = '*';

/** A slash at the end is no part of an address. */
export function withoutSlash(pathname: string): string {
  return /[^/]\/$/.test(pathname) ? pathname.slice(0, -1) : pathname;
}
