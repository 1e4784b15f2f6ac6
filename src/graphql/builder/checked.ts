// Arguments are checked where they are declared, before anything runs: all fields of a document are checked, and a
// mistake in one of them means that none is read.
import type { GraphQLField } from 'graphql';
import { pageSize } from '../../paging/page.js';
import type { Context } from './context.js';

/** What is there before an operation runs. */
export type CheckContext = Pick<Context, 'cursors'>;

// biome-ignore lint/suspicious/noExplicitAny: each check has the types of the arguments it is declared with.
type Check = (args: any, context: CheckContext) => void;

/** Extension of an argument: throws an ApiError unless it is valid, alone and beside the others. */
export const checked = (check: Check) => ({ check });

/** Of an argument `first` of a list that is not a connection. */
export const CHECKED_SIZE = checked(({ first }) => pageSize(first));

export function checkArguments(
  { args: declared }: GraphQLField<unknown, unknown>,
  args: Record<string, unknown>,
  context: CheckContext,
): void {
  for (const { extensions } of declared) (extensions as { check?: Check }).check?.(args, context);
}
