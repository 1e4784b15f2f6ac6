export type CountedBattle = {
  week: number;
  tournament: string;
  first: string;
  second: string;
  /** 1, 0.5 or 0. */
  score: number;
  firstFaction: number | null;
  secondFaction: number | null;
  /** 0 for none, 1 for attacker, 2 for defender. */
  role: number;
};
