import { playerAt } from '../components/addresses.js';
import { Heading } from '../components/document.js';
import { OpponentTable } from '../components/opponent-table.js';
import { Paging } from '../components/paging.js';
import type { OpponentsPageQuery, OpponentsPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const SHOWN = 99;

export const opponentsPage = page<OpponentsPageQuery, OpponentsPageQueryVariables>({
  path: '/players/{publicId}/opponents',
  operation: 'OpponentsPage',
  query: ['after'],
  // One more than are shown, to know whether there are more.
  variables: ({ parameters: { publicId = '' }, query }) => ({ ...query, id: publicId, first: SHOWN + 1 }),
  view({ player }, { query }) {
    if (!player) return null;
    const { publicId, name, opponents } = player;
    const shown = opponents.slice(0, SHOWN);
    return {
      title: `Opponents of ${name}`,
      description: `Everyone whom ${name} has met, and how it went.`,
      section: 'players',
      main: (
        <>
          <Heading
            above={[
              { path: '/players', name: 'Players' },
              { path: playerAt(publicId), name },
            ]}
          >
            Opponents of <bdi>{name}</bdi>
          </Heading>
          {shown.length === 0 ? (
            <p class="nothing">No opponent with a page of their own.</p>
          ) : (
            <OpponentTable publicId={publicId} opponents={shown} />
          )}
          <Paging
            path={`${playerAt(publicId)}/opponents`}
            query={query}
            next={opponents.length > SHOWN ? (shown.at(-1)?.playerId ?? null) : null}
          />
        </>
      ),
    };
  },
});
