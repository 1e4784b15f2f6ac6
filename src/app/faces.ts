// Every face of the service: what is at which address, who may ask, in which form it refuses. One that is added is added
// here; of several at one path the first that is meant answers.
import type { Face } from '../http/face.js';
import { type GraphqlFaceOptions, graphqlFace } from '../persisted/graphql-face.js';
import { type RestOptions, restFaces } from '../rest/handler.js';
import { type SiteOptions, siteFaces } from '../site/faces.js';
import { type PageOptions, pageFaces } from '../tool-pages/pages.js';
import { type HealthOptions, healthFaces } from './health.js';

export type FaceOptions = RestOptions &
  GraphqlFaceOptions &
  PageOptions &
  SiteOptions &
  HealthOptions & { metrics: Face | null };

export function createFaces(options: FaceOptions): Face[] {
  return [
    ...restFaces(options),
    ...pageFaces(options),
    graphqlFace(options),
    ...healthFaces(options),
    ...(options.metrics ? [options.metrics] : []),
    ...(options.site ? siteFaces(options) : []),
  ];
}
