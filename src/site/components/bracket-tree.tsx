// A bracket: a heading and a list per round, which the style sheet draws as a tree when there is room.
import type { MatchEntryFragment } from '../operations.generated.js';
import { isSamePlayer, layOut, type Placed, type Round } from './bracket-layout.js';
import { apart, MatchCard } from './match-card.js';
import { pointsOf, scoreOf } from './score.js';
import { plural } from './words.js';

type BracketProps = { name: string; matches: readonly MatchEntryFragment[]; level?: 2 | 3 };

export function BracketTree({ name, matches, level = 3 }: BracketProps) {
  const { rounds, rows } = layOut(matches);
  const Title = level === 2 ? 'h2' : 'h3';
  const origins = originsOf(matches);
  const noted = apart(matches);
  if (rounds.length === 0) return <p class="quiet">No match has been drawn yet.</p>;
  if (!matches.some(({ players }) => players.length > 0)) return <p class="quiet">{undrawn(rounds)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    <section class="bracket-scroll" aria-label={name} tabIndex={0}>
      <div class={rows === null ? 'bracket' : `bracket tree rows-${rows}`}>
        {rounds.map((round) => (
          <section key={round.number}>
            <Title class="round">{round.name}</Title>
            <ol>
              {round.placed.map((placed) => (
                <li key={placed.match.table} class={classOf(placed)}>
                  <MatchCard
                    {...placed.match}
                    players={noted(placed.match.players)}
                    scores={scoresOf(placed.match)}
                    waiting={origins(placed.match)}
                    name={hasSeveral(round.placed) ? placed.match.round : null}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

/** True if a round has matches of several names, such as a final and a match for third place. */
const hasSeveral = (placed: Placed[]) => new Set(placed.map(({ match }) => match.round)).size > 1;

function classOf({ at, span, line, fed }: Placed): string {
  if (at === null) return 'slot';
  return ['slot', `at-${at}`, `span-${span}`, ...(line ? [`line-${line}`] : []), ...(fed ? ['fed'] : [])].join(' ');
}

/** `Not drawn yet: Semi-final (2 matches), Final.` */
function undrawn(rounds: readonly Round[]): string {
  const each = rounds.map(({ name, placed }) =>
    placed.length === 1 || hasSeveral(placed) ? name : `${name} (${plural(placed.length, 'match', 'matches')})`,
  );
  return `Not drawn yet: ${each.join(', ')}.`;
}

/** Describes the players of an undecided match: the winners of the two matches that feed it. */
function originsOf(matches: readonly MatchEntryFragment[]): (match: MatchEntryFragment) => string {
  return ({ roundNumber, table }) => {
    const [one, other] = matches.filter(({ feeds }) => feeds?.roundNumber === roundNumber && feeds.table === table);
    return one && other ? `Winners of ${one.round} ${one.table} and ${other.table}` : 'To be decided';
  };
}

/** Points in the order of the match's players, which may differ from that of the battle's sides; null without points. */
function scoresOf({ players, battle }: MatchEntryFragment): string[] | null {
  // Of two players who look the same, the first is shown as the winner (see placeOfWinner).
  const left = (battle?.players ?? []).toSorted((a, b) => Number(b.outcome === 'win') - Number(a.outcome === 'win'));
  const sides = players.flatMap((player) => {
    const at = left.findIndex((side) => isSamePlayer(side, player));
    return at < 0 ? [] : left.splice(at, 1);
  });
  return sides.length === 2 && pointsOf(sides) ? scoreOf(sides) : null;
}
