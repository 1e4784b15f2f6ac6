import pretty from 'pino-pretty';

/** Converts a JSON line to a readable one: `12:30:01 INFO GET /api/v1/tournaments 200 0.4 ms`. */
export const readableLine: (json: string) => string = pretty.prettyFactory({
  colorize: pretty.isColorSupported,
  colorizeObjects: false,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid',
  hideObject: true,
  messageFormat: (line) => ('route' in line ? requestText(line) : messageText(line)),
});

function messageText({ msg, err }: { msg?: unknown; err?: { stack?: string; message?: string } }): string {
  return [msg, err?.stack ?? err?.message].filter(Boolean).join('\n');
}

function requestText({ method, route, operation, status, ms, key, remembered, id }: Record<string, unknown>): string {
  const request = [method, route, operation].filter(Boolean).join(' ');
  const by = [key !== undefined && `key ${key}`, remembered && 'remembered', id].filter(Boolean).join(', ');
  return `${request} ${status} ${ms} ms (${by})`;
}
