export const READ_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Where questions may also be sent: GraphQL. */
export const ALL_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];
