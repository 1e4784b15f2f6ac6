export const REMOVABLE = ['tournament', 'battle', 'player', 'club'] as const;
export type Removable = (typeof REMOVABLE)[number];

/** `erase` replaces the id of a removed player as well. */
export type Target = { kind: Removable; key: string; erase: boolean };

export type Counts = Record<string, number>;
type Words = { goes: string[]; stays: string[] };

/** What goes and what stays when a record is removed, for the operator. */
export function wordsOf({ kind, key, erase }: Target, name: string | null, counts: Counts): Words {
  const some = (what: string, one: string, many = `${one}s`) => {
    const number = counts[what] ?? 0;
    return number === 0 ? [] : [`${number.toLocaleString('en')} ${number === 1 ? one : many}`];
  };
  const it = `${kind} ${key}${name ? ` (${name})` : ''}`;
  if (kind === 'tournament') {
    const parts = [
      ...some('signUps', 'sign-up with its army list', 'sign-ups with their army lists'),
      ...some('teams', 'team'),
      ...some('battles', 'battle'),
    ];
    return { goes: [it, ...parts], stays: some('players', 'player who signed up', 'players who signed up') };
  }
  if (kind === 'battle') return { goes: [it], stays: some('matches', 'match of a bracket, without its battle', '') };
  if (kind === 'club') {
    const without = [
      ...some('tournaments', 'tournament'),
      ...some('signUps', 'sign-up'),
      ...some('teams', 'team'),
      ...some('battles', 'casual battle'),
    ];
    return { goes: [it], stays: without.map((what) => `${what}, without a club`) };
  }
  const gone = erase ? ['the id, so an import may bring it back'] : [];
  return {
    goes: [
      `the name of ${it}`,
      'army list texts',
      ...gone,
      ...some('organizes', 'entry among organisers', 'entries among organisers'),
    ],
    stays: [
      ...some('signUps', 'sign-up of a removed player', 'sign-ups of a removed player'),
      ...some('battles', 'battle of a removed player', 'battles of a removed player'),
      ...(erase ? [] : ['the id, so that no import brings the player back by mistake']),
    ],
  };
}
