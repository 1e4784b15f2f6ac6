/** What a caller knows who has used the service before. */
export type Known = {
  authorization: string;
  /** The routes, such as /tournaments/{slug}. */
  routes: string[];
  /** What there is, by the first part of its route. */
  ids: Record<string, string[]>;
  cursors: string[];
  tags: string[];
};
