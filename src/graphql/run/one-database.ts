// An operation reads from one database and one snapshot of it, so that the parts of its answer are consistent. If a
// replica fails (it goes down, or cancels a statement in order to replay writes), the operation is repeated on the
// primary, and the caller does not notice.
import { BREAK, type DocumentNode, type ExecutionResult, GraphQLError, visit } from 'graphql';
import { outageOf } from '../../db/outage.js';
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
  const { replicas } = services;
  const replica = replicas && !needsPrimary(options.document) ? await replicas.choose(options.readAfter ?? 0) : null;
  if (replica) {
    const result = await onOneSnapshot({ ...services, ...replica }, options, execute);
    if (!result.errors?.some(isWorthRetrying)) return result;
  }
  return onOneSnapshot(services, options, execute);
}

/** Positions in the change feed are those of the primary; a replica may not have reached them. */
const ON_PRIMARY = 'changes';
const needing = new WeakMap<DocumentNode, boolean>();

const needsPrimary = (document: DocumentNode): boolean =>
  getOrMake(needing, document, () => {
    let needs = false;
    visit(document, {
      Field({ name }) {
        if (name.value !== ON_PRIMARY) return;
        needs = true;
        return BREAK;
      },
    });
    return needs;
  });

/** True for a document that has never needed more than one statement. */
const takesOne = new WeakMap<DocumentNode, boolean>();

/**
 * The first statement cannot know whether others follow, and then it is too late for a transaction. So a document that
 * needed one statement before runs without a transaction, and runs again in one if it needs another this time.
 */
async function onOneSnapshot(services: Services, options: ReadOptions, execute: Execute): Promise<ExecutionResult> {
  const { document } = options;
  const singleStatement = takesOne.get(document) ?? false;
  const { result, statements } = await runOnSnapshot(services, options, execute, singleStatement);
  takesOne.set(document, (takesOne.get(document) ?? true) && statements <= 1);
  return singleStatement && statements > 1 ? (await runOnSnapshot(services, options, execute, false)).result : result;
}

async function runOnSnapshot(services: Services, options: ReadOptions, execute: Execute, singleStatement: boolean) {
  const snapshot = services.snapshot({ singleStatement, signal: options.signal });
  const context = createContext(services, snapshot, options);
  const endShort = isLong(options.cost ?? 0) ? null : beginShort();
  try {
    const result = await execute(context);
    if (!options.signal?.aborted) await context.giveWay();
    return { result, statements: snapshot.statements() };
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
