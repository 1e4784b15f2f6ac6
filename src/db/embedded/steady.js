// @ts-check
/** A clock that never jumps, in milliseconds, and is the same on all threads, unlike performance.now. */
export const steadyMs = () => Number(process.hrtime.bigint()) / 1e6;
