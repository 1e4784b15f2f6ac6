// A welcome, followed by the site's own operations, so that the examples cannot become outdated.
import { print } from 'graphql';
import { inReadingOrder } from '../../rest/directives.js';
import { readSiteOperations } from '../../site/site-operations.js';

export type Example = {
  /** Name of the operation. GraphiQL uses it for the tab, and an address can end with it. */
  name: string;
  /** Text in the menu. */
  label: string;
  query: string;
  variables: string;
};

export function pageExamples(demo: boolean): Example[] {
  const texts = new Map(readSiteOperations().map(({ name, document }) => [name, print(inReadingOrder(document))]));
  const pages = PAGES.map(({ name, about, inDemo, elsewhere }) => ({
    name,
    label: name,
    query: `# ${about}\n${texts.get(name)}\n`,
    variables: JSON.stringify(demo ? inDemo : elsewhere, null, 2),
  }));
  return [{ name: 'Welcome', label: 'Welcome', query: welcome(demo), variables: '' }, ...pages];
}

type Page = { name: string; about: string; inDemo: object; elsewhere: object };

const PAGES: Page[] = [
  {
    name: 'TournamentsPage',
    about: 'The newest tournaments, each with the club that runs it and who won.',
    inDemo: { first: 10 },
    elsewhere: { first: 10 },
  },
  {
    name: 'TournamentPage',
    about: 'One event at a glance: its facts, the top of every board, every bracket, the latest battles.',
    inDemo: { slug: 'spring-clash-2026' },
    elsewhere: { slug: 'SLUG_OF_A_TOURNAMENT' },
  },
  {
    name: 'ClubPage',
    about: 'A club, the tournaments it runs, and the battles connected to it.',
    inDemo: { slug: 'northern-legion' },
    elsewhere: { slug: 'SLUG_OF_A_CLUB' },
  },
  {
    name: 'PlayerPage',
    about: "A player's battles and tournaments, and how they have fared against whom.",
    inDemo: { id: 'p-1003' },
    elsewhere: { id: 'ID_OF_A_PLAYER' },
  },
  {
    name: 'BattlePage',
    about: 'One battle, round by round, with both lists.',
    inDemo: { id: 'spring-clash-2026-r1-t15' },
    elsewhere: { id: 'ID_OF_A_BATTLE' },
  },
];

function welcome(demo: boolean): string {
  const key = demo ? 'the demo key is filled in already (see Headers)' : 'put yours into "API key" above';
  return `# Welcome! Ask here for tournaments, clubs, players, battles and standings. Nothing can break: it is read-only.
#
# RUN: press the pink button, or Ctrl-Enter.
# KEY: every request needs one: ${key}.
# TRY: the other tabs. Each asks for a whole page of a website at once. Its slug or id is in Variables: change it.
# MORE: "Examples" above opens what answers each REST route.
# READ: the book icon explains every field. Ctrl-Space offers them as you type.
query Welcome {
  tournaments(first: 5) {
    nodes {
      slug
      name
      status
      startDate
      city
      playerCount
      winner {
        name
        faction
      }
    }
  }
}
`;
}
