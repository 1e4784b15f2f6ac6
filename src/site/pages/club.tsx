import { clubAt, webAddress, withQuery } from '../components/addresses.js';
import { BattleList } from '../components/battle-list.js';
import { Heading } from '../components/document.js';
import { Joined } from '../components/joined.js';
import { Paging } from '../components/paging.js';
import { PlayerGrid } from '../components/player-grid.js';
import { Onward, Section } from '../components/section.js';
import { TournamentCards } from '../components/tournament-card.js';
import { locationOf, membersOf } from '../components/words.js';
import type { ClubPageQuery, ClubPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

export const clubPage = page<ClubPageQuery, ClubPageQueryVariables>({
  path: '/clubs/{slug}',
  operation: 'ClubPage',
  query: ['tournamentsAfter', 'battlesAfter'],
  variables: ({ parameters: { slug = '' }, query }) => ({ slug, ...query, tournaments: 6 }),
  view({ club, players }, { query }) {
    if (!club) return null;
    const path = clubAt(club.slug);
    const website = webAddress(club.website);
    const [location, members] = [locationOf(club), membersOf(club)];
    return {
      title: club.name,
      description: `${club.name}${location && `, ${location}`}: ${members && `${members}, `}its tournaments, battles and players.`,
      section: 'clubs',
      alternates: [{ type: 'text/calendar', title: `Tournaments of ${club.name}`, path: `${path}.ics` }],
      main: (
        <>
          <Heading above={[{ path: '/clubs', name: 'Clubs' }]}>
            <bdi>{club.name}</bdi>
          </Heading>
          {(location || members || website) && (
            <p class="lead">
              <Joined
                parts={[
                  location,
                  members,
                  website && (
                    <a href={website} rel="external nofollow noopener">
                      {new URL(website).host}
                    </a>
                  ),
                ]}
              />
            </p>
          )}
          {club.description !== '' && <p class="prose">{club.description}</p>}
          <Section name="Tournaments">
            {club.tournaments.nodes.length === 0 && <p class="quiet">None so far.</p>}
            <TournamentCards tournaments={club.tournaments.nodes} />
            <Paging
              path={path}
              query={query}
              next={club.tournaments.nextCursor}
              name="Pages of tournaments"
              cursor="tournamentsAfter"
            />
            <Onward to={`${path}.ics`}>Add them to your calendar</Onward>
          </Section>
          {players.nodes.length > 0 && (
            <Section name="Players">
              <PlayerGrid players={players.nodes} level={3} />
              {players.nextCursor !== null && (
                <Onward to={withQuery('/players', { club: club.slug, orderBy: 'busiest' })}>
                  All who have played for {club.name}
                </Onward>
              )}
            </Section>
          )}
          <Section name="Battles">
            {club.battles.nodes.length === 0 && <p class="quiet">None so far.</p>}
            <BattleList battles={club.battles.nodes} />
            <Paging
              path={path}
              query={query}
              next={club.battles.nextCursor}
              name="Pages of battles"
              cursor="battlesAfter"
            />
          </Section>
        </>
      ),
    };
  },
});
