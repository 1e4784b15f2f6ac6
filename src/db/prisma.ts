// Prisma's client as the service uses it: what answers requests is read through the extension, on a snapshot.
import { type Prisma, PrismaClient } from './generated/client.js';
import { createBind, oneStatement } from './one-statement/extension.js';
import { TAGS } from './read/tags.js';
import { VISIBLE } from './read/visibility.js';

type Adapter = NonNullable<Prisma.PrismaClientOptions['adapter']>;

export function createPrisma(adapter: Adapter) {
  const prisma = new PrismaClient({ adapter }).$extends(oneStatement(VISIBLE, TAGS));
  return { prisma, modelsOn: createBind(prisma) };
}
