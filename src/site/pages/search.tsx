import type { VNode } from 'preact';
import { clubAt, factionAt, playerAt, tournamentAt, withQuery } from '../components/addresses.js';
import { daysOf } from '../components/day.js';
import { Joined } from '../components/joined.js';
import { Link, NameLink } from '../components/link.js';
import { Paging } from '../components/paging.js';
import { SearchForm } from '../components/search-form.js';
import { Section } from '../components/section.js';
import { Status } from '../components/tournament-card.js';
import { locationOf, plural } from '../components/words.js';
import type { SearchPageQuery, SearchPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

type Found = SearchPageQuery['search']['nodes'][number];
type Location = SearchPageQuery['search']['locations'][number];

const PATH = '/search';

export const searchPage = page<SearchPageQuery, SearchPageQueryVariables>({
  path: PATH,
  operation: 'SearchPage',
  query: ['q', 'after'],
  // Text without a letter or digit is replaced by one that matches nothing; the page then shows only the form.
  variables: ({ query }) => ({ text: hasWord(query.q) ? query.q : NOTHING, after: query.after }),
  view({ search: { nodes, similar, nextCursor, factions, locations } }, { query }) {
    const text = hasWord(query.q) ? (query.q ?? '') : '';
    const hasOther = factions.nodes.length + locations.length > 0;
    const title = text === '' ? 'Search' : `Search: ${text}`;
    return {
      title,
      description: 'Find a player, a club, a tournament, a faction or a place by name.',
      section: 'search',
      unlisted: text !== '',
      main: (
        <>
          <h1 class="alone">Search</h1>
          <SearchForm label="Player, club, tournament, faction or place" text={query.q ?? ''} class="search large" />
          {text !== '' && nodes.length === 0 && !hasOther && <Nothing text={text} />}
          {similar && <p class="lead">{hasOther ? 'Similar names:' : 'No exact match; similar:'}</p>}
          {text !== '' &&
            KINDS.map(([kind, name]) => (
              <FoundList key={kind} name={name}>
                {nodes.flatMap((each) => (each.__typename === kind ? <Entry key={keyOf(each)} found={each} /> : []))}
              </FoundList>
            ))}
          {query.after === undefined && (
            <>
              <FoundList name="Factions">
                {factions.nodes.map(({ slug, name }) => (
                  <li key={slug}>
                    <NameLink to={factionAt(slug)} name={name} />
                  </li>
                ))}
              </FoundList>
              <FoundList name="Places">
                {locations.map((location) => (
                  <LocationEntry key={locationOf(location)} location={location} />
                ))}
              </FoundList>
            </>
          )}
          {text !== '' && <Paging path={PATH} query={query} next={nextCursor} />}
        </>
      ),
    };
  },
});

/** A name that no record has. */
const NOTHING = '0'.repeat(40);

const hasWord = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text) && text.length <= 200;

const KINDS = [
  ['Player', 'Players'],
  ['Tournament', 'Tournaments'],
  ['Club', 'Clubs'],
] as const;

function FoundList({ name, children }: { name: string; children: VNode[] }) {
  if (children.length === 0) return null;
  return (
    <Section name={name}>
      <ul class="found">{children}</ul>
    </Section>
  );
}

const keyOf = (found: Found) => (found.__typename === 'Player' ? found.publicId : found.slug);

const AT = { Player: playerAt, Tournament: tournamentAt, Club: clubAt };

function Entry({ found }: { found: Found }) {
  return (
    <li>
      <NameLink to={AT[found.__typename](keyOf(found))} name={found.name} />
      <span class="quiet">
        <About found={found} />
      </span>
    </li>
  );
}

function About({ found }: { found: Found }) {
  if (found.__typename === 'Player') return <>{aboutPlayer(found)}</>;
  if (found.__typename === 'Club') return <>{locationOf(found)}</>;
  return (
    <>
      <Joined parts={[daysOf(found), locationOf(found)]} /> <Status status={found.status} />
    </>
  );
}

/** What tells players of one name apart: how much and for whom they play, what, and where last. */
function aboutPlayer({ battleCount, participations: { nodes } }: Extract<Found, { __typename: 'Player' }>): string {
  const [last] = nodes;
  const { name = '', startDate } = last?.tournament ?? {};
  // Most names have the year.
  const year = startDate?.slice(0, 4) ?? '';
  const event = name.includes(year) ? name : `${name} ${year}`;
  return [plural(battleCount, 'battle'), last?.club?.name, last?.faction, event].filter(Boolean).join(' · ');
}

/** Leads to the tournaments there or, if there are none, to the clubs. */
function LocationEntry({ location: { city, country, tournaments, clubs } }: { location: Location }) {
  const counts = [tournaments > 0 && plural(tournaments, 'tournament'), clubs > 0 && plural(clubs, 'club')];
  return (
    <li>
      <NameLink
        to={withQuery(tournaments > 0 ? '/tournaments' : '/clubs', { country, city })}
        name={locationOf({ city, country })}
      />
      <span class="quiet">{counts.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <div class="nothing">
      <p>
        Nothing found for “<bdi>{text}</bdi>”.
      </p>
      <p>
        Every word must begin a word of the name: try fewer letters, or only the surname. Or look through{' '}
        <Link to="/players">all players</Link>, <Link to="/tournaments">all tournaments</Link>,{' '}
        <Link to="/clubs">all clubs</Link> or <Link to="/factions">all factions</Link>.
      </p>
    </div>
  );
}
