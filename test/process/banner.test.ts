import { expect, test } from 'vitest';
import { banner } from '../../src/process/banner.js';

const service = { address: 'http://127.0.0.1:4000', data: 'folder /var/lib/gateway' };

test('says where everything is, and the key of the demo world', () => {
  expect(banner({ ...service, demoWorld: true })).toBe(`
  Battle results gateway   http://127.0.0.1:4000
  GraphiQL                 http://127.0.0.1:4000/graphql
  REST reference           http://127.0.0.1:4000/docs
  API key                  svc_v1_demo (demo world)
  Data                     folder /var/lib/gateway

`);
});

test('says how to make a key where there is none to give away', () => {
  expect(banner({ ...service, demoWorld: false })).toContain(
    '  API key                  make one with: npm run keys -- create NAME\n',
  );
});
