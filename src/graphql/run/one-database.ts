// An operation reads from one database and one snapshot of it, so that the parts of its answer are consistent. This is
// where it is decided from which, and whether it is run again: on the primary, if a replica lacks what is known here or
// fails; once the log is numbered, if it reads the log; in a transaction, if it needs more than one statement.
import { BREAK, type DocumentNode, type ExecutionResult, GraphQLError, visit } from 'graphql';
import { outageOf } from '../../db/outage.js';
import { type Condition, ConditionError } from '../../db/snapshot.js';
import { beginShort, isLong } from '../../entrance/event-loop.js';
import { ApiError } from '../../errors.js';
import { getOrMake } from '../../helpers/get-or-make.js';
import { type Context, type ContextOptions, createContext, type Services } from '../builder/context.js';

type Execute = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

/** `signal` aborts the read; `readAfter` is how new the data must be (see http/read-after.ts). */
export type ReadOptions = ContextOptions & {
  document: DocumentNode;
  signal: AbortSignal | undefined;
  readAfter: number | null;
};

export async function onOneDatabase(
  services: Services,
  options: ReadOptions,
  execute: Execute,
): Promise<ExecutionResult> {
  const { document } = options;
  const readsLog = hasField(document, LOG_FIELD);
  // What is pending has its number on the primary only.
  const replica = readsLog ? null : services.replica?.(options.readAfter ?? 0);
  if (replica) {
    const { result, failure } = await run({ ...services, ...replica }, options, execute, replica);
    if (!failure || outageOf(failure) === 'slow') return result;
  }
  if (readsLog) {
    const { result, failure } = await run(services, options, execute, { condition: NUMBERED });
    if (!(failure instanceof ConditionError)) return result;
    await services.numberLog();
  }
  // The first statement cannot know whether others follow, and then it is too late for a transaction.
  const singleStatement = !readsLog && (takesOne.get(document) ?? false);
  const { result, statements } = await run(services, options, execute, { singleStatement });
  takesOne.set(document, (takesOne.get(document) ?? true) && statements <= 1);
  return singleStatement && statements > 1 ? (await run(services, options, execute, {})).result : result;
}

const LOG_FIELD = 'changes';
/** So that whoever writes and then asks is told of the write. */
const NUMBERED: Condition<{ isPending: boolean }> = {
  statement: 'SELECT EXISTS (SELECT FROM "pending") AS "isPending"',
  holds: ({ isPending }) => !isPending,
};

const reading = new WeakMap<DocumentNode, boolean>();

const hasField = (document: DocumentNode, field: string): boolean =>
  getOrMake(reading, document, () => {
    let found = false;
    visit(document, {
      Field({ name }) {
        if (name.value !== field) return;
        found = true;
        return BREAK;
      },
    });
    return found;
  });

/** True for a document that has never needed more than one statement. */
const takesOne = new WeakMap<DocumentNode, boolean>();

async function run(
  services: Services,
  options: ReadOptions,
  execute: Execute,
  how: { condition?: Condition; singleStatement?: boolean },
) {
  const snapshot = services.snapshot({ ...how, signal: options.signal });
  const context = createContext(services, snapshot, options);
  const endShort = isLong(options.cost ?? 0) ? null : beginShort();
  try {
    const result = await execute(context);
    if (!options.signal?.aborted) await context.giveWay();
    return { result, statements: snapshot.statements(), failure: snapshot.failure() };
  } finally {
    endShort?.();
    void snapshot.end();
    context.release();
  }
}

/** True for failures worth repeating on the primary; a statement that timed out would take as long there. */
export function isWorthRetrying({ originalError }: GraphQLError): boolean {
  if (!originalError || originalError instanceof ApiError || originalError instanceof GraphQLError) return false;
  return outageOf(originalError) !== 'slow';
}
