import type { Estimate } from './estimate.js';
import { type Event, eachPlayer, type FactionId, FLAGS } from './event.js';
import { BOTH, COUNTED, countSignUp, FieldMoments, type Reached, recurrenceIn } from './field-moments.js';
import { overField } from './over-field.js';
import { shareOf } from './proportion.js';

/** Players, or sign-ups, between yields: less than a millisecond. */
const AT_A_TIME = 100;
const BITS = 16;

/** Which factions were played, and how far their players got, over any number of events. */
export class Field {
  private readonly events = new FieldMoments();
  private readonly players = new FieldMoments();
  private readonly wins = new Map<FactionId, number>();
  /** The sign-ups: players, and the faction times 16 plus the bits of `countSignUp`. */
  private readonly signUps: { players: number[]; codes: number[] } = { players: [], codes: [] };

  share(faction: FactionId): Estimate {
    return shareOf({
      ...this.events.share(faction),
      players: recurrenceIn(this.players.share(faction), BOTH.share),
    });
  }

  /** A faction's share of the players who got there, over its share of the field. */
  overField(faction: FactionId, where: Reached): Estimate {
    return overField({
      ...this.events.overField(faction, where),
      players: recurrenceIn(this.players.overField(faction, where), BOTH.overField),
    });
  }

  eventWins(faction: FactionId): number {
    return this.wins.get(faction) ?? 0;
  }

  add(event: Event): void {
    const total = new Uint32Array(COUNTED);
    const counts = new Uint32Array(event.factions.length * COUNTED);
    let reached = 0;
    eachPlayer(event, (_place, flags) => {
      reached |= flags & (FLAGS.unbeatenStart | FLAGS.topPlace);
    });
    eachPlayer(event, (place, flags, player) => {
      const faction = event.factions[place] ?? 0;
      if (flags & FLAGS.eventWin) this.wins.set(faction, this.eventWins(faction) + 1);
      const got = (flags & (FLAGS.unbeatenStart | FLAGS.topPlace)) | (reached << 2);
      countSignUp(total, 0, got);
      countSignUp(counts, place * COUNTED, got);
      this.signUps.players.push(player);
      this.signUps.codes.push(faction * BITS + got);
    });
    this.events.add(total, event.factions, counts);
  }

  /** Adds what the events that were added have in common by their players. Yields now and then. */
  *addPlayers(): Generator<void> {
    const { players, codes } = this.signUps;
    const careers = new Map<number, number[]>();
    for (const [at, player] of players.entries()) {
      const career = careers.get(player);
      if (career) career.push(codes[at] ?? 0);
      else careers.set(player, [codes[at] ?? 0]);
      if (at % AT_A_TIME === 0) yield;
    }
    // Those who came once are many and mostly alike, so they are counted first.
    const once = new Map<number, number>();
    let visited = 0;
    for (const career of careers.values()) {
      const [first = 0] = career;
      if (career.length === 1) once.set(first, (once.get(first) ?? 0) + 1);
      else this.addPlayer(career);
      visited += 1;
      if (visited % AT_A_TIME === 0) yield;
    }
    for (const [signUp, players] of once) this.addPlayer([signUp], players);
  }

  private addPlayer(signUps: readonly number[], players = 1): void {
    const factions = [...new Set(signUps.map((signUp) => Math.floor(signUp / BITS)))];
    const total = new Uint32Array(COUNTED);
    const counts = new Uint32Array(factions.length * COUNTED);
    for (const signUp of signUps) {
      countSignUp(total, 0, signUp % BITS);
      countSignUp(counts, factions.indexOf(Math.floor(signUp / BITS)) * COUNTED, signUp % BITS);
    }
    this.players.add(total, factions, counts, players);
  }
}
