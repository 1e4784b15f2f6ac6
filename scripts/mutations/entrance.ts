import { inFile, type Mutation } from './mutation.js';

/** Rules of who is let in, how requests are taken, what documents may ask for, and of the site. */
export const ENTRANCE: Mutation[] = [
  ...inFile('src/entrance/auth.ts', [
    ['the scheme is case-insensitive', '(\\S+) *$/i', '(\\S+) *$/', 'spec/23-authentication.db'],
    [
      'a key begins with the prefix',
      'if (!key.startsWith(KEY_PREFIX)) throw errors.invalidKeyFormat();',
      '',
      'spec/23-authentication.db',
    ],
    ['a mistyped key costs no lookup', 'if (!isWellFormed(key)) throw errors.invalidKey();', '', 'entrance/auth.db'],
  ]),
  ...inFile('src/db/keys.ts', [
    ['a key whose account is no longer active', 'a."active"', 'true', 'spec/23-authentication.db'],
  ]),
  ...inFile('src/entrance/rate-limit.ts', [
    [
      '429 when the budget is used up',
      'account.total < limit',
      'account.total <= limit + 1',
      'entrance/rate-limit.db spec/25-limits.db',
    ],
    ['the budget is that of a minute', 'WINDOW_SECONDS = 60', 'WINDOW_SECONDS = 61', 'spec/25-limits.db'],
  ]),
  ...inFile('src/entrance/admission.ts', [
    [
      'a key that is known to work waits in its own lane',
      'recognize(call) ?? clientAddress(call)',
      'clientAddress(call)',
      'http/connection.db',
    ],
    [
      'no other key has one',
      'recognize(call) ?? clientAddress(call)',
      "call.header('authorization') ? 0 : clientAddress(call)",
      'http/connection.db',
    ],
    [
      'a 304 of what is remembered costs nothing',
      'if (status === 304 && call.remembered) call.cost = 0;',
      '',
      'entrance/rate-limit.db',
    ],
  ]),
  ...inFile('src/graphql/builder/context.ts', [
    ['nothing is added up for nobody', 'if (signal) throwIfAborted(signal);', '', 'graphql/size-cost.db'],
  ]),
  ...inFile('src/entrance/places.ts', [
    ['an owner may hold fewer places than are free', '?? 0) >= max - inUse', '?? 0) > max - inUse', 'entrance/places'],
  ]),
  ...inFile('src/entrance/gate.ts', [
    ['one key alone takes three quarters of the places', 'ALONE = 3 / 4', 'ALONE = 1 / 2', 'entrance/gate'],
    ['lanes that ask for little count, too', '/ (others + 2)', '/ 3', 'entrance/gate'],
  ]),
  ...inFile('src/entrance/queues.ts', [
    ['keys take turns', 'each.working < (next?.working', 'each.working <= (next?.working', 'entrance/gate'],
    [
      'visitors together have the share of one key',
      "typeof lane === 'string' ? VISITORS : lane",
      'lane',
      'entrance/gate',
    ],
  ]),
  ...inFile('src/entrance/visitors.ts', [
    ['SITE_RATE_LIMIT requests a second', 'known.requests > limit', 'known.requests > limit + 1', 'entrance/visitors'],
  ]),
  ...inFile('src/entrance/event-loop.ts', [
    [
      'one step of one long operation in each turn',
      'waiting.shift()?.();',
      'for (const each of waiting.splice(0)) each();',
      'entrance/event-loop',
    ],
  ]),
  ...inFile('src/app/app.ts', [
    ['refusing does not throw', 'toApiError(failure, call.id);\n', 'throw failure;\n', 'app/refusal.db'],
    ['a reply that cannot be built is logged', 'toApiError(failure, call.id);\n', '', 'app/refusal.db'],
    [
      'the key is checked before path and method',
      'needsKey(call)) await admission.admit(call);',
      'false) await admission.admit(call);',
      'spec/23-authentication.db',
    ],
    [
      'method 405 comes before parameters 400',
      'if (!endpoint.methods.includes(call.method)) throw errors.methodNotAllowed(endpoint.methods);',
      '',
      'spec/24-errors.db',
    ],
    [
      'paths that need no key lead to the one without the slash',
      'if (endpoint && slashed && isRedirected(call, endpoint)) return',
      'if (false && endpoint && slashed) return',
      'http/slash.db',
    ],
  ]),
  ...inFile('src/http/forwarded.ts', [
    [
      'forwarded headers only with TRUST_PROXY',
      'Math.max(0, entries.length - countTrusted(call))',
      '0',
      'rest/host-injection.db',
    ],
  ]),
  ...inFile('src/http/base-url.ts', [
    ['base of next: PUBLIC_URL', 'if (publicUrl !== null) return () => publicUrl;', '', 'rest/base-url.db'],
    ['a forwarded host is one', '&& isHost(forwardedHost)', '', 'rest/host-injection.db'],
  ]),
  ...inFile('src/http/host.ts', [
    ['a Host that is not one is refused', 'if (!HOST.test(text) ||', 'if (', 'rest/host-injection.db'],
  ]),
  ...inFile('src/http/cors.ts', [
    [
      'CORS for any origin',
      "'access-control-allow-origin': '*'",
      "'access-control-allow-origin': 'null'",
      'rest/http.db',
    ],
    ['preflights are cached', 'PREFLIGHT_SECONDS = 86_400', 'PREFLIGHT_SECONDS = 60', 'rest/http.db'],
  ]),
  ...inFile('src/http/connection.ts', [
    [
      'a connection with more than ten waiting is closed',
      'if (this.#waiting.length > PIPELINED_MAX) this.#disconnect();',
      '',
      'http/connection.db',
    ],
    [
      'any behind a stream close it',
      'if (this.current?.sink && this.#waiting.length > 0)',
      'if (false)',
      'http/connection.db',
    ],
  ]),
  ...inFile('src/http/coding.ts', [
    ['each coding has a tag of its own', '`"${hash}-${coding}"`', '`"${hash}"`', 'tool-pages/page-reply'],
  ]),
  ...inFile('src/entrance/strangers.ts', [
    ['keys that come at once are looked up together', 'waiting ??= open()', 'waiting = open()', 'entrance/auth.db'],
    ['not too many of them', 'TOGETHER_MAX = 500', 'TOGETHER_MAX = 5_000', 'entrance/auth.db'],
  ]),
  ...inFile('src/http/loop-queue.ts', [
    ['work is begun for five milliseconds in each turn', 'TURN_MS = 5', 'TURN_MS = 7', 'http/loop-queue'],
    [
      'the works of all lanes are begun in turn',
      'if (own.length > 0) this.#waiting.set(lane, own);\n    return begin;',
      'return () => [begin, ...own].forEach((each) => each?.());',
      'http/loop-queue',
    ],
    [
      'also those of a lane that has more while others arrive',
      'this.#waiting.delete(lane);\n    if (own.length > 0) this.#waiting.set(lane, own);',
      'if (own.length === 0) this.#waiting.delete(lane);',
      'http/loop-queue',
    ],
    [
      'work does not overtake what waits',
      '!this.#hasWaiting() && this.#hasTime()',
      'this.#hasTime()',
      'http/loop-queue',
    ],
    [
      'works of keys do not wait for those of all addresses',
      "typeof lane === 'number'",
      'false',
      'http/loop-queue http/connection.db',
    ],
    [
      'nor those of addresses for those of all keys',
      'if (!other.isEmpty()) this.#latest = other;',
      'this.#latest = this.#customers.isEmpty() ? this.#strangers : this.#customers;',
      'http/loop-queue',
    ],
  ]),
  ...inFile('src/http/loop-queue.ts', [
    ['works are held for 50 ms at a time', 'now - this.#heldSince > HELD_MS', 'false', 'http/loop-queue'],
    ['works that wait keep the loop awake', 'this.#open().ref();', 'this.#open();', 'http/loop-queue'],
    ['works that wait have their time in each turn', 'if (isFirst && !this.#isHeld)', 'if (false)', 'http/loop-queue'],
  ]),
  ...inFile('src/http/server.ts', [
    ['connections are accepted before requests are begun', 'queue.hold()', 'undefined', 'http/connection.db'],
  ]),
  ...inFile('src/http/connection.ts', [
    [
      'requests of all addresses are begun in turn',
      'this.#laneOf(senderOf(next.request))',
      'null',
      'http/connection.db',
    ],
  ]),
  ...inFile('src/http/weights.ts', [
    ['of equal weight the best coding is taken', 'weight > most)', 'weight >= most)', 'http/coding'],
  ]),
  ...inFile('src/graphql-http/use-errors.ts', [
    [
      'with data: 200 in its own media type',
      'isAnswer ? errors.map(withoutStatus) : errors',
      'errors',
      'graphql/http.db',
    ],
  ]),
  ...inFile('src/graphql/limits/shape.ts', [
    [
      'depth of a document',
      'inside.depth + 1,\n          introspectionDepth',
      'inside.depth,\n          introspectionDepth',
      'graphql/limits.db',
    ],
    [
      'fragments that lead back',
      "if (known === 'counting') throw",
      "if (known === 'counting' && false) throw",
      'graphql/limits',
    ],
    ['fields repeated more than 200 times', 'REPEATED_FIELDS = 200', 'REPEATED_FIELDS = 300', 'graphql/limits.db'],
  ]),
  ...inFile('src/graphql/limits/limits.ts', [
    ['a document that costs too much is refused', 'weight.cost > cost.limit &&', 'false &&', 'graphql/limits.db'],
    [
      'what a refused document costs: its tokens',
      'documentCost(tokensOf(documentAST, call), result.length)',
      '0',
      'graphql/document-cost.db',
    ],
  ]),
  ...inFile('src/site/components/score.ts', [
    ['a score is of one kind for both sides', 'points.length === sides.length', 'points.length > 0', 'site/results.db'],
  ]),
  ...inFile('src/site/shades.ts', [
    ["the operator's colour can be read", 'const CONTRAST = 5;', 'const CONTRAST = 2;', 'site/brand'],
  ]),
  ...inFile('src/site/exports/csv.ts', [['a name is text to a spreadsheet', '=+\\-@＝＋－＠', '=', 'site/tables.db']]),
  ...inFile('src/site/exports/tables.ts', [
    ['tables as CSV: all rows', 'tournament?.participants.nextCursor ?? null', 'null', 'site/tables.db'],
  ]),
  ...inFile('src/site/exports/calendar.ts', [
    [
      'time of an event in a calendar',
      'DTSTAMP:${compact(changedAt)',
      'DTSTAMP:${compact(startDate)',
      'site/calendar.db',
    ],
  ]),
];
