// Reads a PostgreSQL URL as libpq does: it may name several servers of one database, of which one takes writes.

export type Server = { host: string; port: number };

export type PostgresUrl = {
  servers: readonly Server[];
  database: string;
  /** What the URL says about a server: any will do, or one that takes writes, or one that is not a standby. */
  wanted: Wanted;
  /** Without the servers, which the driver cannot read if there are several. */
  rest: string;
};

export type Wanted = 'any' | 'read-write' | 'primary';

/** A URL that cannot be used. The message follows the variable's name, and quotes nothing, as there may be a password. */
export class PostgresUrlError extends Error {}

const PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?/i;
/** A name, an IPv4 address, an encoded path of a socket, or an IPv6 address in brackets. */
const SERVER = /^(?:\[([\da-f:.%]+)\]|([^:[\]]*))(?::(\d*))?$/i;
/** Parameters of libpq that the driver would take for its own. */
const OURS = ['host', 'port', 'target_session_attrs'];

export function parsePostgresUrl(url: string): PostgresUrl {
  const [, before = '', named = '', path = '', query = ''] = PARTS.exec(url) ?? refuse(ADDRESS);
  const parameters = new URLSearchParams(query);
  const listed = parameters.get('host');
  const servers =
    listed === null ? named.split(',').map(serverOf) : pairs(listed, parameters.get('port') ?? portsOf(named));
  const wanted = wantedOf(parameters.get('target_session_attrs') ?? 'any', servers.length);
  for (const name of OURS) parameters.delete(name);
  const rest = `${before}localhost${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  if (!URL.canParse(rest)) refuse(ADDRESS);
  return { servers, database: decodeURIComponent(path.slice(1)), wanted, rest };
}

/** A host beside the parameter `host` does not count, but its port does, as for the driver. */
const portsOf = (named: string) =>
  named
    .split(',')
    .map((each) => SERVER.exec(each)?.[3] ?? '')
    .join(',');

/** The servers by name, for messages. */
export function namesOf(servers: readonly Server[]): string {
  return servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ');
}

const ADDRESS = 'must be an address that starts with postgres:// or postgresql://';

function serverOf(text: string, _index: number, all: readonly string[]): Server {
  const [, address, name = '', digits] = SERVER.exec(text) ?? refuse(all.length > 1 ? HOSTS : ADDRESS);
  const host = address ?? decodeURIComponent(name);
  if (host === '' && all.length > 1) refuse(HOSTS);
  return { host: host || 'localhost', port: portOf(digits) };
}

const HOSTS = 'must name its hosts as one.example:5432,two.example:5432';

/** Hosts and ports in lists of their own; one port may be that of all hosts. */
function pairs(hosts: string, ports: string): Server[] {
  const names = hosts.split(',');
  const numbers = ports.split(',');
  if (names.includes('')) refuse(HOSTS);
  if (numbers.length !== 1 && numbers.length !== names.length) refuse('must have one port, or as many as hosts');
  return names.map((host, index) => ({ host, port: portOf(numbers[index] ?? numbers[0]) }));
}

function portOf(digits: string | undefined): number {
  const port = Number(digits || PORT);
  return port >= 1 && port <= 65_535 ? port : refuse('must have ports from 1 to 65535');
}

function wantedOf(text: string, servers: number): Wanted {
  if (text === 'read-write' || text === 'primary') return text;
  if (text !== 'any') refuse('must have target_session_attrs=read-write: the service writes too');
  return servers === 1
    ? text
    : refuse('has several hosts: add target_session_attrs=read-write, to use the one that takes writes');
}

function refuse(problem: string): never {
  throw new PostgresUrlError(problem);
}
