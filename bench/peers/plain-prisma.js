// A schema as one writes it over plain Prisma: the whole answer is read with one `findMany`, so there is no N + 1.
import { PrismaPg } from '@prisma/adapter-pg';
import { buildSchema } from 'graphql';
import { PrismaClient } from '../../src/db/generated/client.js';

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }) });

export const schema = buildSchema(`
  type Query {
    clubBattles(club: String!, first: Int!): [Battle!]!
  }
  type Battle {
    id: ID!
    date: String
    round: Int
    scenario: String
    tournament: Tournament
    sides: [Side!]!
  }
  type Tournament {
    slug: String!
    name: String!
  }
  type Side {
    name: String
    faction: String
    outcome: String
    battlePoints: Float
    victoryPoints: Int
  }
`);

const { clubBattles } = schema.getQueryType().getFields();
clubBattles.resolve = async (_parent, { club, first }) => {
  const rows = await prisma.clubBattle.findMany({
    where: {
      clubSlug: club,
      battle: { archived: false, OR: [{ tournamentSlug: null }, { tournament: { published: true } }] },
    },
    orderBy: { newest: 'desc' },
    take: first,
    select: {
      battle: {
        select: {
          id: true,
          date: true,
          round: true,
          scenario: true,
          tournament: { select: { slug: true, name: true } },
          sides: {
            orderBy: { position: 'asc' },
            select: { name: true, faction: true, outcome: true, battlePoints: true, victoryPoints: true },
          },
        },
      },
    },
  });
  return rows.map(({ battle }) => battle);
};
const { date } = schema.getType('Battle').getFields();
date.resolve = (battle) => battle.date?.toISOString().slice(0, 10) ?? null;
