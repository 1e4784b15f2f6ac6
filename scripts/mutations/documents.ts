import { inFile, type Mutation } from './mutation.js';

/** Rules of documents, persisted operations and ids at the GraphQL endpoint. */
export const DOCUMENTS: Mutation[] = [
  ...inFile('src/graphql-http/endpoints.ts', [
    ['JSON of at most 64 levels', 'NESTING_MAX = 64', 'NESTING_MAX = 640', 'graphql/attacks.db'],
  ]),
  ...inFile('src/graphql/builder/prices.ts', [
    ['validation ends after five mistakes', 'MISTAKES_MAX = 5', 'MISTAKES_MAX = 50', 'graphql/document-cost.db'],
  ]),
  ...inFile('src/graphql-http/use-persisted.ts', [
    [
      'the hash of another text is refused',
      "sentHash !== hash('sha256', String(params.query))",
      'false',
      'graphql-http/automatic.db',
    ],
  ]),
  ...inFile('src/http/weights.ts', [['what has q=0 is refused', 'let most = 0;', 'let most = -1;', 'graphql/http.db']]),
  ...inFile('src/graphql/read/global-id.ts', [
    ['a key that looks like an id is taken for the key', '[given, read.key]', '[read.key, given]', 'graphql/node.db'],
    ['a thing has one id', "if (Buffer.from(text).toString('base64url') !== id) return null;", '', 'graphql/node.db'],
  ]),
];
