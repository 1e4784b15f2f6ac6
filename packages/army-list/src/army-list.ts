// What an army list says, whichever program wrote it. Names, numbers and points only: no text of the rules.

/** The program and edition whose form a list has. */
export type ListForm = 'aosApp4' | 'aosApp3' | 'sigdex' | 'listbot' | 'newRecruit' | 'roster';

/** Something bought or picked. Points are its own, without those of its options; null where the list states none. */
export type Selection = { name: string; points: number | null; number: number };
/** Something picked for a unit. Of a weapon, lists say how many models have it. */
export type UnitOption = Selection & { weapon: boolean };

export type ListUnit = Selection & {
  /** The heading that it stands under, such as "Regiment 1" or "Faction Terrain". */
  section: string | null;
  general: boolean;
  reinforced: boolean;
  /** Enhancements, weapons and command models, in the order of the list. */
  options: UnitOption[];
};

/** A lore, or another pick of the whole army; Listbot does not say of what kind its picks are. */
type ArmyPick = Selection & { kind: string | null };

export type ArmyList = {
  form: ListForm;
  /** What its player calls it. */
  name: string | null;
  faction: string | null;
  formation: Selection | null;
  /** As the list states them. */
  points: number | null;
  pointsLimit: number | null;
  drops: number | null;
  /** Such as "General's Handbook 2025-26". */
  season: string | null;
  grandStrategy: string | null;
  battleTacticCards: string[];
  picks: ArmyPick[];
  units: ListUnit[];
  /** Points that the list adds for units outside of regiments. */
  auxiliaryPoints: number;
  /** Lines that belong to no part of a list, for example a remark of the player. */
  unread: { line: number; text: string }[];
};

export function emptyList(form: ListForm): ArmyList {
  return {
    form,
    name: null,
    faction: null,
    formation: null,
    points: null,
    pointsLimit: null,
    drops: null,
    season: null,
    grandStrategy: null,
    battleTacticCards: [],
    picks: [],
    units: [],
    auxiliaryPoints: 0,
    unread: [],
  };
}

/** The points of everything that was read; they should be the points that the list states. */
export function pointsRead({ formation, picks, units, auxiliaryPoints }: ArmyList): number {
  const bought = [...(formation ? [formation] : []), ...picks, ...units, ...units.flatMap((unit) => unit.options)];
  return bought.reduce((sum, { points }) => sum + (points ?? 0), auxiliaryPoints);
}
