// All endpoints of the service: their paths, who may access them, and the format of their errors. A new endpoint is added here;
// of several at one path, the first whose `when` accepts the request answers.

import { type GraphqlEndpointOptions, graphqlEndpoint } from '../graphql-http/endpoints.js';
import type { Endpoint } from '../http/endpoint.js';
import { type RestOptions, restEndpoints } from '../rest/endpoints.js';
import { type SiteOptions, siteEndpoints } from '../site/endpoints.js';
import { type ToolPageOptions, toolPageEndpoints } from '../tool-pages/endpoints.js';
import { type HealthOptions, healthEndpoints } from './health.js';

export type EndpointOptions = RestOptions &
  GraphqlEndpointOptions &
  ToolPageOptions &
  SiteOptions &
  HealthOptions & { metrics: Endpoint | null };

export function createEndpoints(options: EndpointOptions): Endpoint[] {
  return [
    ...restEndpoints(options),
    ...toolPageEndpoints(options),
    graphqlEndpoint(options),
    ...healthEndpoints(options),
    ...(options.metrics ? [options.metrics] : []),
    ...(options.site ? siteEndpoints(options) : []),
  ];
}
