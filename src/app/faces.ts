// Every face of the service: what is at which address, who may ask, in which form it refuses. One that is added is added
// here; of several at one path the first that is meant answers.
import type { Face } from '../http/face.js';
import { type GraphqlFaceOptions, graphqlFace } from '../persisted/faces.js';
import { type RestOptions, restFaces } from '../rest/faces.js';
import { type SiteOptions, siteFaces } from '../site/faces.js';
import { type ToolPageOptions, toolPageFaces } from '../tool-pages/faces.js';
import { type HealthOptions, healthFaces } from './health.js';

export type FaceOptions = RestOptions &
  GraphqlFaceOptions &
  ToolPageOptions &
  SiteOptions &
  HealthOptions & { metrics: Face | null };

export function createFaces(options: FaceOptions): Face[] {
  return [
    ...restFaces(options),
    ...toolPageFaces(options),
    graphqlFace(options),
    ...healthFaces(options),
    ...(options.metrics ? [options.metrics] : []),
    ...(options.site ? siteFaces(options) : []),
  ];
}
