import fastify from 'fastify';
import mercurius from 'mercurius';
import { schema } from './plain-prisma.js';

const app = fastify();
app.register(mercurius, { schema, jit: 1 });
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
