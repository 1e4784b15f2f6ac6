// Connects to the server of a cluster that takes writes. All clients of a URL share what is known of it: when one of them
// cannot connect, all servers are asked at once, and when another server has taken over, connections to the one before are
// closed, also those that wait for an answer: a machine that is gone would never give one.
import pg from 'pg';
import { getOrMake } from '../../helpers/get-or-make.js';
import { namesOf, type PostgresUrl, parsePostgresUrl, type Server, type Wanted } from '../../postgres-url.js';
import { singleFlight } from '../single-flight.js';
import { connectionOf, hangUp, ignore } from './connections.js';
import { isTemporary, NoServerError, reason } from './failure.js';

/** A server that takes longer to respond counts as down. */
const ANSWER_MS = 1_000;

type ConnectOptions = { connectionString: string; Client: typeof pg.Client };

const known = new Map<string, ConnectOptions>();

/** For a client or a pool of clients that lead to the database of this URL. */
export const connectTo = (url: string): ConnectOptions => getOrMake(known, url, () => optionsOf(url));

function optionsOf(url: string): ConnectOptions {
  const parsed = parsePostgresUrl(url);
  if (parsed.wanted === 'any') return { connectionString: url, Client: pg.Client };
  return { connectionString: parsed.rest, Client: clientOf(createCluster(parsed), parsed.wanted) };
}

type Cluster = {
  /** The server that takes writes. */
  find(): Promise<Server>;
  /** The client is about to connect to this server. */
  meet(server: Server, client: pg.Client): void;
  /** A client could not connect to this server. */
  lose(server: Server): void;
};

function createCluster({ servers, wanted, rest }: PostgresUrl): Cluster {
  const clients = new Map<pg.Client, Server>();
  let current: Server | null = null;

  const search = singleFlight(async () => {
    const asked = servers.map((server) => ask(server, rest, wanted));
    const found = await Promise.any(asked).catch(({ errors }: AggregateError) => refuse(servers, errors));
    current = found;
    for (const [client, server] of clients) if (server !== found) connectionOf(client).stream.destroy();
    return found;
  });

  return {
    find: async () => current ?? (await search()),
    meet(server, client) {
      clients.set(client, server);
      client.once('end', () => clients.delete(client));
    },
    lose(server) {
      if (current === server) current = null;
    },
  };
}

/** Resolves to the server if it is one that is wanted. */
async function ask(server: Server, connectionString: string, wanted: Wanted): Promise<Server> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'battle-results-gateway search',
  });
  client.on('error', ignore);
  const reports = reportsOf(client);
  Object.assign(client, server);
  try {
    await client.connect();
    await expectWanted(client, reports, wanted);
    return server;
  } finally {
    void hangUp(client).catch(ignore);
  }
}

function refuse(servers: readonly Server[], errors: unknown[]): never {
  if (!errors.some(isTemporary)) throw errors[0];
  const each = servers.map((server, index) => `${namesOf([server])}: ${reason(errors[index])}`);
  throw new NoServerError(`no server takes writes (${each.join('; ')})`);
}

function clientOf(cluster: Cluster, wanted: Wanted): typeof pg.Client {
  return class extends pg.Client {
    override connect(callback?: (error: never, client: pg.Client) => void): Promise<pg.Client> {
      const connected = this.connectToFound();
      const tell = callback as ((error: Error | null, client?: pg.Client) => void) | undefined;
      if (tell) connected.then((client) => tell(null, client), tell);
      return connected;
    }

    private async connectToFound(): Promise<pg.Client> {
      const server = await cluster.find();
      const reports = reportsOf(this);
      Object.assign(this, server);
      cluster.meet(server, this);
      try {
        await super.connect();
        await expectWanted(this, reports, wanted);
      } catch (error) {
        cluster.lose(server);
        void hangUp(this).catch(ignore);
        throw error;
      }
      return this;
    }
  };
}

type Reports = Map<string, string>;

/** What the server reports of itself when a connection is opened, from PostgreSQL 14 on. */
function reportsOf(client: pg.Client): Reports {
  const reports: Reports = new Map();
  type Report = { parameterName: string; parameterValue: string };
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Report) =>
    reports.set(parameterName, parameterValue),
  );
  return reports;
}

/** A pooler reports nothing, and is asked. */
async function expectWanted(client: pg.Client, reports: Reports, wanted: Wanted): Promise<void> {
  const isStandby = reports.get('in_hot_standby') ?? (await showOf(client, 'transaction_read_only'));
  if (isStandby === 'on') throw new NoServerError('it is a standby');
  if (wanted === 'read-write' && reports.get('default_transaction_read_only') === 'on')
    throw new NoServerError('it is set to be read only');
}

async function showOf(client: pg.Client, setting: string): Promise<string | undefined> {
  const { rows } = await client.query<Record<string, string>>(`SHOW ${setting}`);
  return rows[0]?.[setting];
}
