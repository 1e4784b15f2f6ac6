import type { GraphQLError } from 'graphql';
import type { Result } from '../operations/run.js';

/** Carries a result with errors, which is not remembered. Callers waiting for the same answer share it. */
export class Refused extends Error {
  constructor(readonly result: Pick<Result, 'data' | 'errors'>) {
    super();
  }
}

/** The result with its cost; throws one with errors. */
export function withCost({ cost, ...result }: Result, limit: number): object {
  // An operation that was refused before it ran has no cost.
  const whole = cost === null ? result : { ...result, extensions: { cost: { requested: cost, limit } } };
  if (result.errors) throw new Refused(whole);
  return whole;
}

/** The result that an error stands for. */
export const resultOf = (error: unknown): Refused['result'] =>
  error instanceof Refused ? error.result : { errors: [error as GraphQLError] };
