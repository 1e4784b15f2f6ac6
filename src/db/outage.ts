// Which failures are the database's and pass: it cannot be reached, or it takes too long. They arrive as the server's
// codes, as Prisma's, as the operating system's, or only as what a driver says.

export type Outage = 'unreachable' | 'slow';

/** Null when the failure is of another kind, such as a statement that is wrong. */
export function outageOf(error: unknown): Outage | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, originalCode, kind, message, cause, meta, errors } = error as Failure;
  const texts = [code, originalCode, kind, message].filter((text) => typeof text === 'string');
  for (const [outage, signs] of SIGNS) if (texts.some((text) => signs.test(text))) return outage;
  return outageOf(cause) ?? outageOf(meta?.driverAdapterError) ?? outageOf(errors?.[0]);
}

type Failure = {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  errors?: unknown[];
};

const SIGNS: [Outage, RegExp][] = [
  // Cancelled by a timeout, or a lock that was not to be had in time; the driver's own limit.
  ['slow', /^(57014|55P03)$|^Query read timeout$/],
  // Connection lost (08), shut down or starting (57P), refused (28, 3D000), out of connections or memory (53), and what
  // a standby cancels because it must go on (40).
  ['unreachable', /^(08...|57P0.|28...|3D000|53...|40001|40P01)$/],
  ['unreachable', /^(P1\d{3}|P2024|P2037)$/],
  ['unreachable', /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError)$/],
  [
    'unreachable',
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EMFILE)$/,
  ],
  [
    'unreachable',
    /^(timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered)|Cannot use a pool)/,
  ],
];
