import { DEMO_KEY } from '../key.js';

/** What an operator needs to know right after the start. */
export type Greeting = { address: string; data: string; demoWorld: boolean };

/** The greeting as text for a terminal. */
export function banner({ address, data, demoWorld }: Greeting): string {
  const key = demoWorld ? `${DEMO_KEY} (demo world)` : 'make one with: npm run keys -- create NAME';
  return `
  Battle results gateway   ${address}
  GraphiQL                 ${address}/graphql
  REST reference           ${address}/docs
  API key                  ${key}
  Data                     ${data}

`;
}
