// The change feed, one entry per record. Visibility is that of the read, not of the change: a record that is no longer
// visible is reported as deleted, by its key alone.
import type { GraphQLResolveInfo } from 'graphql';
import { OtherEpochError, type Place } from '../../db/log/place.js';
import { type Entry, readLog } from '../../db/log/read-page.js';
import { RECORD_KINDS, RECORDS, type RecordKind, type Within } from '../../db/log/records.js';
import { errors } from '../../errors.js';
import { PAGE_SIZE, pageSize } from '../../paging/page.js';
import { builder, Node } from '../builder/builder.js';
import { CHECKED_SIZE, checked } from '../builder/checked.js';
import type { Context } from '../builder/context.js';
import { described } from '../builder/enums.js';
import { CHANGES, CHANGES_WITHIN, entryCost } from '../builder/prices.js';
import { FOLDERS, siteUrl } from '../read/site-url.js';
import { readThings } from '../read/things.js';

const ChangeKind = described<RecordKind>('ChangeKind', 'Kind of object in the change feed.', {
  tournament: 'Published tournaments, with their stages, sign-ups and battles.',
  club: 'Clubs.',
  player: 'Players with a public id, with how many battles they have played.',
  battle: 'Battles, with both sides.',
});

type ChangeRow = { kind: RecordKind; key: string; node: object | null };

const Change = builder.objectRef<ChangeRow>('Change').implement({
  description: 'A tournament, club, player or battle that has changed, or of which a part has, as it is now.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChangeKind, description: 'What it is.' }),
    key: t.exposeID('key', {
      description: 'Its short name, public player id or battle id: the `id` it has over REST.',
    }),
    deleted: t.boolean({
      description:
        'Whether it is no longer visible: deleted, unpublished, removed, or no longer part of the tournament, club or ' +
        'player asked for.',
      resolve: ({ node }) => node === null,
    }),
    url: t.string({
      nullable: true,
      description: 'Link to its page; null when it is gone.',
      resolve: ({ kind, key, node }, _args, context) => (node ? siteUrl(context, FOLDERS[kind], key) : null),
    }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The thing itself; null when it is gone.',
      resolve: ({ node }) => node as never,
    }),
  }),
});

type ChangesRow = { nodes: ChangeRow[]; next: string; upToDate: boolean };

const Changes = builder.objectRef<ChangesRow>('Changes').implement({
  description: 'A page of what has changed.',
  fields: (t) => ({
    nodes: t.field({
      type: [Change],
      description: 'Each thing once, as it is now.',
      complexity: entryCost,
      resolve: ({ nodes }) => nodes,
    }),
    next: t.exposeString('next', {
      description:
        'Where to continue: pass it as `since` of the next request. It lasts for at least a year. Once the data was ' +
        'restored or emptied, or its secret was replaced, it is refused with `GONE`: then start over without `since`.',
    }),
    upToDate: t.exposeBoolean('upToDate', { description: 'True when there are no further changes yet.' }),
  }),
});

const NOW = 'now';
const LASTING = { lasting: true };

type ChangesArgs = {
  since?: string | null | undefined;
  kinds?: readonly RecordKind[] | null | undefined;
  tournament?: string | null | undefined;
  club?: string | null | undefined;
  player?: string | number | null | undefined;
  first?: number | null | undefined;
};

builder.queryField('changes', (t) =>
  t.field({
    type: Changes,
    description:
      'What has changed since an earlier request or, without `since`, everything: read page after page until `upToDate` ' +
      'to get a copy, then continue from the last `next` to keep it current. What changes twice is reported once, as it ' +
      'is now.',
    args: {
      since: t.arg.string({
        description: '`next` of the previous page, with the same other arguments; or `now`, for changes from now on.',
        extensions: checked(({ since }, { cursors }) => {
          if (since != null && since !== NOW) cursors.check(since, 'cursor', LASTING);
        }),
      }),
      kinds: t.arg({ type: [ChangeKind], description: 'Only these kinds; all of them when left out.' }),
      tournament: t.arg.string({ description: 'Only this tournament and its battles.', extensions: checked(withinOf) }),
      club: t.arg.string({ description: 'Only this club, its tournaments and its battles.' }),
      player: t.arg.id({ description: 'Only this player and their battles.' }),
      first: t.arg.int({
        defaultValue: PAGE_SIZE,
        description: 'How many at most.',
        extensions: { ...CHECKED_SIZE, minimum: 1 },
      }),
    },
    complexity: (args) => ({ field: withinOf(args) ? CHANGES_WITHIN : CHANGES, multiplier: pageSize(args.first) }),
    resolve: (_root, args, context, info) => readChanges(args, context, info),
  }),
);

function withinOf({ tournament, club, player }: ChangesArgs): Within | null {
  const given = Object.entries({ tournament, club, player }).filter(([, key]) => key != null);
  if (given.length > 1) throw errors.oneAtMost(['tournament', 'club', 'player']);
  return given.map(([kind, key]) => ({ kind, key: String(key) }) as Within)[0] ?? null;
}

async function readChanges(args: ChangesArgs, context: Context, info: GraphQLResolveInfo): Promise<ChangesRow> {
  const within = withinOf(args);
  const kinds = args.kinds?.length ? RECORD_KINDS.filter((kind) => args.kinds?.includes(kind)) : RECORD_KINDS;
  const scope = JSON.stringify(['changes', kinds, within]);
  const notFound = () => errors.notFound(RECORDS[within?.kind ?? 'club'].type);
  // PostgreSQL text cannot contain NUL, so no key does.
  if (within?.key.includes('\0')) throw notFound();
  const from =
    args.since == null || args.since === NOW
      ? (args.since ?? null)
      : placeIn(context.cursors.read(args.since, scope, 'cursor', LASTING));
  const page = await readLog(context.sql, { from, kinds, within, take: pageSize(args.first) }).catch((error) => {
    throw error instanceof OtherEpochError ? errors.otherEpoch() : error;
  });
  const { seen, token, n, listed, at } = page.next;
  if (!page.isThere && (from === null || from === NOW)) throw notFound();
  return {
    nodes: context.releaseLater(await withNodes(page.entries, context, info)),
    next: context.cursors.write(JSON.stringify([seen, token, n, listed, at]), scope, LASTING),
    upToDate: page.upToDate,
  };
}

/** Cursors of the first release line hold a snapshot. */
function placeIn(text: string): Place {
  const [seen, token, n, listed, at] = JSON.parse(text);
  if (typeof seen !== 'number') throw errors.otherEpoch();
  return { seen, token, n, listed, at };
}

/** Reads what the entries are of, with one statement per kind. */
async function withNodes(entries: readonly Entry[], context: Context, info: GraphQLResolveInfo): Promise<ChangeRow[]> {
  const current = entries.filter(({ isCurrent }) => isCurrent);
  const rows = await readThings(current, NODES, context, info);
  const nodes = new Map(current.map((entry, at) => [entry, rows[at] ?? null]));
  return entries.map((entry) => ({ kind: entry.kind, key: entry.key, node: nodes.get(entry) ?? null }));
}

const NODES = [['nodes', 'node']] as const;
