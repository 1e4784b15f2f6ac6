/** What a caller knows who has used the service before. */
export type Known = {
  authorization: string;
  /** Path templates such as /tournaments/{slug}. */
  routes: string[];
  /** Existing ids, by the first segment of their route. */
  ids: Record<string, string[]>;
  cursors: string[];
  tags: string[];
};
