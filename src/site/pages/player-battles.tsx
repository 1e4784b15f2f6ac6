import { playerAt } from '../components/addresses.js';
import { BattleList } from '../components/battle-list.js';
import { Heading } from '../components/document.js';
import { choice, type Field, FilterForm } from '../components/filter-form.js';
import { Paging } from '../components/paging.js';
import { TallyFact, tallyOf } from '../components/tally.js';
import type { PlayerBattlesPageQuery, PlayerBattlesPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';

const FIELDS: Field[] = [
  { name: 'faction', label: 'Faction played', kind: 'text', hint: 'name of a faction' },
  choice('outcome', 'Ended', 'Any way', Object.entries({ win: 'Won', draw: 'Drawn', loss: 'Lost' })),
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'Until', kind: 'date' },
  { name: 'opponent', kind: 'kept' },
];

export const playerBattlesPage = page<PlayerBattlesPageQuery, PlayerBattlesPageQueryVariables>({
  path: '/players/{publicId}/battles',
  operation: 'PlayerBattlesPage',
  query: [...FIELDS.map(({ name }) => name), 'after'],
  variables: ({ parameters: { publicId = '' }, query }) => ({ ...query, id: publicId }),
  view({ player, battles }, { query }) {
    if (!player || !battles) return null;
    const path = `${playerAt(player.publicId)}/battles`;
    const isOwn = ({ playerId }: { playerId: string | null }) => playerId === player.publicId;
    const opponent = battles.nodes
      .flatMap(({ players }) => players)
      .find(({ playerId }) => playerId !== null && playerId === query.opponent)?.name;
    const isPart = Object.keys(query).length > 1 || battles.nextCursor !== null;
    return {
      title: opponent === undefined ? `Battles of ${player.name}` : `${player.name} against ${opponent}`,
      description: `Every battle of ${player.name}, newest first.`,
      section: 'players',
      main: (
        <>
          <Heading
            above={[
              { path: '/players', name: 'Players' },
              { path: playerAt(player.publicId), name: player.name },
            ]}
          >
            {opponent === undefined ? (
              <>
                Battles of <bdi>{player.name}</bdi>
              </>
            ) : (
              <>
                <bdi>{player.name}</bdi> <span class="against">against</span> <bdi>{opponent}</bdi>
              </>
            )}
          </Heading>
          {opponent !== undefined && !isPart && (
            <dl class="facts">
              <TallyFact tally={tallyOf(battles.nodes.flatMap(({ players }) => players.filter(isOwn)))} />
            </dl>
          )}
          <FilterForm path={path} label="Filter battles" fields={FIELDS} values={query} />
          {battles.nodes.length === 0 && <p class="nothing">No battle found.</p>}
          <BattleList battles={battles.nodes} isOwn={isOwn} />
          <Paging path={path} query={query} next={battles.nextCursor} />
        </>
      ),
    };
  },
});
