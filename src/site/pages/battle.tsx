import { stageAt, tournamentAt } from '../components/addresses.js';
import { ArmyList } from '../components/army-list.js';
import { Day, dayInWords } from '../components/day.js';
import { Heading } from '../components/document.js';
import { Faction } from '../components/faction.js';
import { Joined } from '../components/joined.js';
import { PlayerName } from '../components/link.js';
import { ProvenanceLine } from '../components/provenance.js';
import { pointsOf } from '../components/score.js';
import { Section } from '../components/section.js';
import { Table } from '../components/table.js';
import { capital, grouped } from '../components/words.js';
import type { BattlePageQuery, BattlePageQueryVariables } from '../operations.generated.js';
import { page } from '../page-route.js';
import { BattleCourse } from '../plots/battle-course.js';

type Battle = NonNullable<BattlePageQuery['battle']>;
type Side = Battle['players'][number];

export const battlePage = page<BattlePageQuery, BattlePageQueryVariables>({
  path: '/battles/{id}',
  operation: 'BattlePage',
  live: true,
  variables: ({ parameters: { id = '' } }) => ({ id }),
  view({ battle }) {
    if (!battle) return null;
    const [one, other] = battle.players;
    const title = `${one?.name ?? ''} against ${other?.name ?? ''}`;
    return {
      title,
      description: inOneSentence(battle, title),
      live: battle.tournament?.status === 'ongoing',
      section: 'tournaments',
      main: (
        <>
          <Heading above={above(battle)}>
            <bdi>{one?.name}</bdi> <span class="against">against</span> <bdi>{other?.name}</bdi>
          </Heading>
          <p class="lead">
            <Joined
              parts={[
                battle.date && <Day date={battle.date} />,
                battle.scenario && <bdi>{battle.scenario}</bdi>,
                battle.battlePack && <bdi>{battle.battlePack}</bdi>,
                `${grouped(battle.battleSize)} points a side`,
              ]}
            />
          </p>
          <div class="duel">
            {battle.players.map((side, at) => (
              <SideCard key={at} side={side} battle={battle} at={at} />
            ))}
          </div>
          {battle.players.some(({ rounds }) => rounds.some(isPlayed)) && (
            <Section name="The course of the battle">
              <BattleCourse sides={battle.players} />
              <Tactics sides={battle.players} />
            </Section>
          )}
          {battle.players.some(listOf) && (
            <section class="lists">
              <h2>Army lists</h2>
              {battle.players.map((side, at) => {
                const list = listOf(side);
                return list && <ArmyList key={at} owner={side.name} list={list} open />;
              })}
            </section>
          )}
          <ProvenanceLine provenance={battle.provenance} />
        </>
      ),
    };
  },
});

const isPlayed = ({ victoryPoints, battleTactic }: Side['rounds'][number]) =>
  victoryPoints !== 0 || battleTactic !== null;

/** The list of this battle or, where none was recorded, the one that the player signed up with. */
const listOf = ({ list, participant }: Side) => list ?? participant?.list ?? null;

function inOneSentence({ winner, date, tournament }: Battle, title: string): string {
  const ended = winner === null ? '' : `, won by ${winner}`;
  const where = tournament ? ` at ${tournament.name}` : '';
  return `${title}${where}${date === null ? '' : ` on ${dayInWords(date)}`}${ended}.`;
}

function above({ tournament, stage, round }: Battle) {
  if (!tournament) return [{ path: '/players', name: 'Casual battle' }];
  const { slug, name } = tournament;
  return [
    { path: tournamentAt(slug), name },
    ...(stage
      ? [{ path: stageAt(slug, stage.stageId), name: round === null ? stage.name : `${stage.name}, round ${round}` }]
      : []),
  ];
}

const OUTCOME = { win: 'Won', loss: 'Lost', draw: 'Drew' } as const;

function SideCard({ side, battle, at }: { side: Side; battle: Battle; at: number }) {
  const scored = pointsOf(battle.players);
  const inWords = (figureOf: (of: Side) => number | null | undefined, unit = '') => {
    const value = figureOf(side) ?? null;
    // Before a battle is played, a 0 of both only means that there is no value yet.
    const isKnown = side.outcome !== null || battle.players.some((each) => figureOf(each));
    return value === null || !isKnown ? null : grouped(value) + unit;
  };
  const facts: [string, string | null][] = [
    ['Victory points', scored?.unit === 'victory points' ? null : inWords((of) => of.victoryPoints)],
    ['Objective points', inWords((of) => of.objectivePoints)],
    ['Battle tactics', inWords((of) => of.battleTacticsScored, ' scored')],
    ['Grand strategy', grandStrategy(side)],
    ['Role', side.role && capital(side.role)],
    ['Drops', inWords((of) => of.drops)],
    ...Object.keys(side.metrics).map((name): [string, string | null] => [name, inWords((of) => of.metrics[name])]),
  ];
  return (
    <section class={`side-card ${side.outcome ?? 'open'}`} aria-label={side.name}>
      <header>
        <h2>
          <PlayerName name={side.name} playerId={side.playerId} />
        </h2>
        <p>
          <Faction name={side.faction} />
          {side.subFaction && (
            <span class="quiet">
              {' '}
              <bdi>{side.subFaction}</bdi>
            </span>
          )}
        </p>
      </header>
      <p class="big">
        <span class={`line-key side-${at}`} />
        {scored && <b>{grouped(scored.points[at] ?? 0)}</b>}
        <span>
          {side.outcome === null ? 'to play' : OUTCOME[side.outcome]}
          {side.outcome === 'win' && battle.victorySize && ` (${battle.victorySize})`}
          {scored && <small class="quiet">{scored.unit}</small>}
        </span>
      </p>
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function grandStrategy({ grandStrategy: strategy, outcome }: Side): string | null {
  if (!strategy) return null;
  if (outcome === null) return strategy.picked;
  return strategy.picked === null ? 'none picked' : `${strategy.picked}, ${strategy.scored ? 'scored' : 'not scored'}`;
}

function Tactics({ sides }: { sides: readonly Side[] }) {
  const numbers = [...new Set(sides.flatMap(({ rounds }) => rounds.map(({ round }) => round)))].sort((a, b) => a - b);
  const has = sides.some(({ rounds }) => rounds.some(({ battleTactic, priority }) => battleTactic || priority));
  if (!has) return null;
  return (
    <Table
      label="Battle tactics by round"
      caption="Battle tactics, and who had priority"
      class="tactics"
      columns={['Round', ...sides.map(({ name }) => ({ head: <bdi>{name}</bdi> }))]}
    >
      {numbers.map((number) => (
        <tr key={number}>
          <th scope="row">{number}</th>
          {sides.map(({ rounds }, at) => (
            <td key={at}>
              <Tactic round={rounds.find(({ round }) => round === number)} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Tactic({ round }: { round: Side['rounds'][number] | undefined }) {
  if (!round) return <span class="quiet">–</span>;
  const { battleTactic, battleTacticScored, priority } = round;
  return (
    <>
      {battleTactic ? <bdi>{battleTactic}</bdi> : <span class="quiet">none</span>}
      {battleTactic && (
        <span class={battleTacticScored ? 'plus' : 'minus'}>{battleTacticScored ? ' ✓ scored' : ' ✗ missed'}</span>
      )}
      {priority && <span class="pill small">priority</span>}
    </>
  );
}
