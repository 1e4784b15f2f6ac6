// Recognises temporary database failures: the database is unreachable or too slow. They appear as SQLSTATEs, Prisma
// codes, operating system codes, or only as a driver's message.

export type Outage = 'unreachable' | 'slow';

/** Returns null for any other failure, such as an invalid statement. */
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
  // Statement cancelled by a timeout, lock not available in time, or the driver's own query timeout.
  ['slow', /^(57014|55P03)$|^Query read timeout$/],
  // Connection lost (08), server shutting down or starting (57P), connection refused (28, 3D000), out of connections or
  // memory (53), and statements that a standby cancels because of a conflict with recovery (40).
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
