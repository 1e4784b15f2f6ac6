/** Fault tests have a short form, which is part of every test run, and a long one: `npm run faults`. */
export const isLong = process.env.FAULTS === 'long';
