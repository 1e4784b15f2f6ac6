// Runs in the browser, after Swagger UI.
import { currentKey, keepKey, keyField } from '../frame/key.js';
import { documentForThisPage } from './document.js';
import { sameOverGraphql } from './graphql.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

keyField.addEventListener('input', () => {
  keepKey();
  document.getElementById('key-state').value = '\u2713 in use';
});
document.getElementById('key-form').addEventListener('submit', (event) => event.preventDefault());

/** The only field for the key is in the bar, so Swagger UI's own buttons are removed. */
function oneKeyField() {
  const none = () => () => null;
  return { wrapComponents: { authorizeBtn: none, authorizeOperationBtn: none } };
}

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#root',
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  plugins: [documentForThisPage, oneKeyField, sameOverGraphql],
  // The page already has a main landmark; Swagger UI adds another around its list of routes.
  onComplete: () => document.querySelector('#root main')?.setAttribute('role', 'group'),
  requestInterceptor(request) {
    if (!request.loadSpec) request.headers.Authorization = `Bearer ${currentKey()}`;
    return request;
  },
});
