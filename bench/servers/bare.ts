// The minimum that a Node server can do: send fixed bytes with the headers that the service would send, or a 304.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { body, headers, headersOf304 } = JSON.parse(readFileSync(String(process.env.ANSWER), 'utf8'));
const bytes = Buffer.from(body);
const tag = headers.etag;

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, headersOf304);
    response.end();
  } else {
    response.writeHead(200, headers);
    response.end(bytes);
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
