// A Swagger UI plugin that shows with each route the GraphQL operation that answers it.
import { settings } from '../frame/key.js';

const graphiql = settings.links.find(({ href }) => href === 'graphql');

export function sameOverGraphql({ React: { createElement } }) {
  const section = ({ name, query, variables }) =>
    createElement(
      'details',
      { key: 'graphql', className: 'same-over-graphql' },
      createElement('summary', null, 'The same over GraphQL'),
      createElement('pre', null, query),
      variables && createElement('h5', null, 'Variables'),
      variables && createElement('pre', null, JSON.stringify(variables, null, 2)),
      graphiql && createElement('a', { href: `${graphiql.href}#${name}` }, 'Open in GraphiQL'),
    );
  return {
    wrapComponents: {
      responses: (Responses) => (props) => {
        const operation = props.specSelectors.specJson().getIn(['paths', props.path, props.method, 'x-graphql']);
        return [operation && section(operation.toJS()), createElement(Responses, { key: 'responses', ...props })];
      },
    },
  };
}
