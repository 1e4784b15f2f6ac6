/**
 * Advisory lock: among all processes on the database, its holder computes what is derived. Whoever alters tables takes it
 * too: a run has two connections, and one would wait for the other by way of the tables, which PostgreSQL cannot see.
 */
export const DERIVED_LOCK = 7_214_318_001;
