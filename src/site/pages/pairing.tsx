import { factionAt, pairingAt } from '../components/addresses.js';
import { BattleList } from '../components/battle-list.js';
import { Heading } from '../components/document.js';
import { EstimateFact } from '../components/estimate.js';
import { FactionMark, slugsByName } from '../components/faction.js';
import { Paging } from '../components/paging.js';
import { Onward, Section } from '../components/section.js';
import { plural } from '../components/words.js';
import type { PairingPageQuery, PairingPageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';
import { FILTERS } from './factions.js';

/** One faction against another: the page behind a cell of the matchup matrix. */
export const pairingPage = page<PairingPageQuery, PairingPageQueryVariables>({
  path: '/factions/{slug}/{opponent}',
  operation: 'PairingPage',
  query: [...FILTERS, 'after'],
  variables: ({ parameters: { slug = '', opponent = '' }, query }) => ({ ...query, slug, opponent }),
  view({ faction, opponent, statistics }, { query }) {
    if (!faction || !opponent) return null;
    const [matchup] = statistics.matchups;
    const title = `${faction.name} against ${opponent.name}`;
    const slugOf = slugsByName([faction]);
    const path = pairingAt(faction.slug, opponent.slug);
    return {
      title,
      description: `${title}: ${plural(matchup?.battleCount ?? 0, 'battle')}, how they went, and each of them.`,
      section: 'factions',
      main: (
        <>
          <Heading
            above={[
              { path: '/factions', name: 'Factions' },
              { path: factionAt(faction.slug), name: faction.name },
            ]}
          >
            <FactionMark name={faction.name} /> <bdi>{faction.name}</bdi> <span class="against">against</span>{' '}
            <bdi>{opponent.name}</bdi>
          </Heading>
          {matchup ? (
            <>
              {matchup.winRate.value !== null && (
                <dl class="facts">
                  <EstimateFact name="Won" estimate={matchup.winRate} of="battles" />
                  <EstimateFact name="As attacker" estimate={matchup.asAttacker} of="battles" />
                  <EstimateFact name="As defender" estimate={matchup.asDefender} of="battles" />
                </dl>
              )}
              <Section name={plural(matchup.battleCount, 'battle')}>
                <BattleList battles={matchup.battles.nodes} isOwn={(side) => slugOf(side.faction) === faction.slug} />
                <Paging path={path} query={query} next={matchup.battles.nextCursor} />
              </Section>
            </>
          ) : (
            <p class="nothing">They have not met in a battle that counts.</p>
          )}
          <Onward to={factionAt(opponent.slug)}>
            All about <bdi>{opponent.name}</bdi>
          </Onward>
        </>
      ),
    };
  },
});
