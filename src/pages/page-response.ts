import { CODINGS, type Coding, type MadePage } from './made-page.js';

/** The page in the best coding the browser takes, or 304 when it has it already. */
export function pageResponse(request: Request, page: MadePage, headers: Record<string, string> = {}): Response {
  const coding = chooseCoding(page, request.headers.get('accept-encoding'));
  const known = knownTag(page, request.headers.get('if-none-match'));
  const caching = { 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' };
  if (known) return new Response(null, { status: 304, headers: { ...headers, ...caching, etag: known } });
  const body = page.bodies.get(coding) ?? new Uint8Array();
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...headers,
      ...caching,
      etag: tagOf(page, coding),
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.byteLength),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
  });
}

/** Different bytes need different tags, so each coding has its own. */
function tagOf({ hash }: MadePage, coding: Coding): string {
  return `"${hash}-${coding}"`;
}

/** A browser may hold a coding that was chosen before a better one was ready: it is as good. */
function knownTag(page: MadePage, ifNoneMatch: string | null): string | undefined {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return CODINGS.map((coding) => tagOf(page, coding)).find((tag) => known.includes(tag) || known.includes('*'));
}

function chooseCoding({ bodies }: MadePage, acceptEncoding: string | null): Coding {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (coding: Coding) => accepted.get(coding) ?? accepted.get('*') ?? false;
  return CODINGS.find((coding) => bodies.has(coding) && takes(coding)) ?? 'identity';
}
