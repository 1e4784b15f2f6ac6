export const READ_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** For GraphQL, which also accepts POST. */
export const ALL_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];
