// All faces of the service: their paths, who may access them, and the format of their errors. A new face is added here;
// of several at one path, the first whose `when` accepts the request answers.
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
