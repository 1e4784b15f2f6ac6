// Streams with nothing behind them, to measure the memory of the sockets and of Node's own objects.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: next\ndata: {}\n\n');
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
