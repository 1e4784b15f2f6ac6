import { createServer } from 'node:http';
import { useSofa } from 'sofa-api';
import { schema } from './plain-prisma.js';

const server = createServer(useSofa({ basePath: '/api', schema }));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
