// A face: what answers at a path.
import type { ApiError } from '../errors.js';
import type { Call } from './call.js';
import type { Reply } from './reply.js';

export const GRAPHQL_PATH = '/graphql';

export type Face = {
  /** Such as `/api/v1/clubs/{slug}`. */
  path: string;
  /** Name in log and metrics, if not the path. */
  name?: string;
  /** Which requests to this path it answers, if not all. */
  when?(call: Call): boolean;
  methods: readonly string[];
  /**
   * With `key`, the caller is charged, and refused when there is no room. With `visitor`, no key is needed and the
   * network address is charged. With `public`, nothing is charged.
   */
  access: 'key' | 'visitor' | 'public';
  /** Format of its errors. */
  form: 'rest' | 'graphql';
  /** How long it may wait for a change, in addition to the request timeout. */
  waitsMs?: number;
  /** Builds the reply for an error, instead of `form`. */
  refusal?(error: ApiError, call: Call): Reply;
  /** `parameters` are the values in the path by name, still percent-encoded. */
  handle(call: Call, parameters: Record<string, string>): Promise<Reply>;
};

/** Finds the face of a request and the parameters in its path; null if there is none. */
export type FaceAt = (call: Call) => Match | null;
export type Match = { face: Face; parameters: Record<string, string>; slashed: boolean };

/** Of several faces that match, the first answers. */
export function createFaceAt(faces: readonly Face[]): FaceAt {
  const byExactPath = new Map<string, Face[]>();
  const patterns: { face: Face; beginning: string; pattern: RegExp }[] = [];
  const others = faces.filter(({ path }) => path === ELSEWHERE);
  for (const face of faces) {
    if (!face.path.includes('{')) byExactPath.set(face.path, [...(byExactPath.get(face.path) ?? []), face]);
    else {
      const pattern = new RegExp(`^${face.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
      patterns.push({ face, beginning: face.path.replace(/\{.*/, ''), pattern });
    }
  }
  return (call) => {
    const pathname = call.url?.pathname ?? '';
    const path = withoutSlash(pathname);
    const slashed = path !== pathname;
    for (const face of byExactPath.get(path) ?? []) {
      if (face.when?.(call) ?? true) return { face, parameters: {}, slashed };
    }
    for (const { face, beginning, pattern } of patterns) {
      // Most do not match, and the prefix check finds that sooner than the pattern.
      const found = path.startsWith(beginning) ? pattern.exec(path) : null;
      if (found) return { face, parameters: { ...found.groups }, slashed };
    }
    return (
      others.filter((face) => face.when?.(call) ?? true).map((face) => ({ face, parameters: {}, slashed: false }))[0] ??
      null
    );
  };
}

/** Path of a face that answers when no other matches. */
export const ELSEWHERE = '*';

/** A trailing slash is not part of a path. */
export function withoutSlash(pathname: string): string {
  return /[^/]\/$/.test(pathname) ? pathname.slice(0, -1) : pathname;
}
