// Rounds in which one of two did not come: no battles, but awards for each of the two.
import { opposite } from '../event.js';
import type { Notes } from '../notes.js';
import { awardOf, WHO_CAME } from './award.js';
import type { Person } from './people.js';
import { merged, type Said, type SideSaid } from './said.js';

type Told = { first: Said; second: Said | null };

export const isUnplayed = ({ first, second }: Told) => (first.unplayed ?? second?.unplayed ?? null) !== null;

/** Gives both players their awards. False if it cannot be told who came. */
export function awardBoth({ first, second }: Told, notes: Notes): boolean {
  const own = merged(first.own, second?.others);
  const others = merged(first.others, second?.own);
  const { came, isGuess } = whoCame(first, second, own, others);
  if (came === 'unknown') return false;
  if (isGuess) notes.guess(WHO_CAME, [first]);
  if (first.round === null) notes.miss('walkovers without a round', [first]);
  else {
    first.self.unplayed.push(awardOf(first.round, came === first.self, own));
    first.other.unplayed.push(awardOf(first.round, came === first.other, others));
  }
  return true;
}

type Came = { came: Person | null | 'unknown'; isGuess: boolean };

/** A win or a loss tells it, then two words that fit together, then the points, and then the only word. */
function whoCame(first: Said, second: Said | null, own: SideSaid, others: SideSaid): Came {
  const { self, other } = first;
  const [mine, theirs] = [first.unplayed, second?.unplayed ?? null];
  // By itself a walkover is that of the player who came, and a no-show that of the other.
  const byWord = (mine ?? opposed(theirs)) === 'walkover' ? self : other;
  const isSaidTwice = mine !== null && mine === theirs;
  const outcome = first.outcome ?? opposite(second?.outcome ?? null);
  if (outcome === 'win' || outcome === 'loss') {
    const came = outcome === 'win' ? self : other;
    const isExplicit = (mine !== null && first.outcome !== null) || (theirs !== null && second?.outcome !== null);
    return { came, isGuess: !isExplicit && came !== byWord };
  }
  if (mine !== null && theirs !== null && !isSaidTwice) return { came: byWord, isGuess: false };
  const [ownPoints, othersPoints] = [own.points ?? 0, others.points ?? 0];
  if (ownPoints !== othersPoints && Math.max(ownPoints, othersPoints) > 0)
    return { came: ownPoints > othersPoints ? self : other, isGuess: true };
  if (isSaidTwice) return { came: mine === 'noShow' ? null : 'unknown', isGuess: true };
  return { came: byWord, isGuess: true };
}

const opposed = (word: Said['unplayed']) => (word === 'walkover' ? 'noShow' : word === 'noShow' ? 'walkover' : null);
