// Teams whose name stands in the first of their rows only, which is what merged cells leave.
import type { Notes } from '../notes.js';
import { foldName } from '../slug.js';
import type { Cells } from './cells.js';
import type { Person } from './people.js';

/**
 * Gives the players below the name of a team that team, if nothing else can be meant: every team is named once, from the
 * first row on, and all of them have the same number of players.
 */
export function fillTeams(cells: Cells, people: Map<number, Person>, notes: Notes): void {
  const blocks: { team: string; rows: number[] }[] = [];
  for (const [row, { team }] of people) {
    if (team !== null) blocks.push({ team, rows: [row] });
    else if (blocks.length === 0) return;
    else blocks.at(-1)?.rows.push(row);
  }
  const size = blocks[0]?.rows.length ?? 0;
  const names = new Set(blocks.map(({ team }) => foldName(team)));
  if (blocks.length < 2 || names.size < blocks.length || size < 2) return;
  if (blocks.some(({ rows }) => rows.length !== size)) return;
  for (const { team, rows } of blocks) {
    for (const row of rows) {
      const person = people.get(row);
      if (person) person.team = team;
    }
    notes.guess(
      `teams of players below the name of a team, as every team is named once and has ${size} rows`,
      rows.slice(1).map((row) => cells.place(row, 'team')),
    );
  }
}

/** Where some have a team, the others are probably without one by mistake. */
export function noteTeamless(tables: { cells: Cells; people: Map<number, Person> }[], notes: Notes): void {
  for (const { cells, people } of tables) {
    const teamless = [...people].filter(([, { team }]) => team === null);
    if (!cells.has('team') || teamless.length === people.size) continue;
    notes.miss(
      'players without a team',
      teamless.map(([row]) => cells.place(row, 'team')),
      'a merged cell leaves its text only in the first row: write the team in every row',
    );
  }
}
