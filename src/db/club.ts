import { createNoun } from './noun.js';
import { CLUBS } from './visibility.js';

export type ClubRow = {
  slug: string;
  name: string;
  description: string;
  city: string | null;
  country: string | null;
  members: number;
  website: string | null;
};

export type ClubPart = 'description';

export const CLUB = createNoun<ClubRow, ClubPart>(CLUBS, (asked) => ({
  slug: 'c."slug"',
  name: 'c."name"',
  city: 'c."city"',
  country: 'c."country"',
  members: 'c."members"',
  website: 'c."website"',
  ...(asked.has('description') && { description: 'c."description"' }),
}));
