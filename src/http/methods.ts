export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** Where questions may also be sent: GraphQL. */
export const ALL_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
