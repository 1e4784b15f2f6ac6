import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const server = createServer();
const serving = postgraphile({
  extends: [PostGraphileAmberPreset],
  // It does not take a function and a table of one name.
  disablePlugins: ['PgProceduresPlugin'],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafserv: { graphqlOverGET: true, watch: false },
}).createServ(grafserv);
await serving.addTo(server);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
