import { range } from 'd3-array';
import { tournamentAt, withQuery } from '../components/addresses.js';
import { BattlesByRound } from '../components/battle-list.js';
import { choice, type Field, FilterForm } from '../components/filter-form.js';
import { Paging } from '../components/paging.js';
import { Onward } from '../components/section.js';
import { BATTLES, TournamentFrame } from '../components/tournament-frame.js';
import type { TournamentBattlesPageQuery, TournamentBattlesPageQueryVariables } from '../operations.generated.js';
import { page, wholeNumber } from '../page-route.js';

export const tournamentBattlesPage = page<TournamentBattlesPageQuery, TournamentBattlesPageQueryVariables>({
  path: `/tournaments/{slug}/${BATTLES}`,
  operation: 'TournamentBattlesPage',
  live: true,
  query: ['faction', 'stage', 'round', 'after'],
  variables: ({ parameters: { slug = '' }, query }) => ({ ...query, slug, round: wholeNumber(query.round) }),
  view({ tournament, battles }, { query }) {
    if (!tournament || !battles) return null;
    const path = `${tournamentAt(tournament.slug)}/${BATTLES}`;
    const names = Object.fromEntries(tournament.stages.map(({ stageId, name }) => [stageId, name]));
    const most = Math.max(0, ...tournament.stages.map(({ rounds }) => rounds ?? 0));
    const fields: Field[] = [
      { name: 'faction', label: 'Faction', kind: 'text', hint: 'name of a faction' },
      choice(
        'stage',
        'Stage',
        'All stages',
        Object.entries(names).filter(([stageId]) => stageId !== 'standings'),
      ),
      choice(
        'round',
        'Round',
        'All rounds',
        range(1, most + 1).map((round) => [String(round), `Round ${round}`]),
      ),
    ];
    return {
      title: `Battles of ${tournament.name}`,
      description: `Every battle of ${tournament.name}, newest first.`,
      section: 'tournaments',
      live: tournament.status === 'ongoing',
      main: (
        <TournamentFrame tournament={tournament} here={BATTLES}>
          <h2>Battles</h2>
          <FilterForm path={path} label="Filter battles" fields={fields} values={query} />
          {battles.nodes.length === 0 ? (
            <p class="nothing">No battle found.</p>
          ) : (
            <BattlesByRound battles={battles.nodes} stages={names} />
          )}
          <Paging path={path} query={query} next={battles.nextCursor} />
          <Onward to={withQuery(`${path}.csv`, { ...query, after: null })}>As a spreadsheet (CSV)</Onward>
        </TournamentFrame>
      ),
    };
  },
});
