export type CountedBattle = {
  week: number;
  tournament: string;
  first: string;
  second: string;
  /** Of both players, as in statistics. */
  firstNumber: number;
  secondNumber: number;
  /** Score of the first player: 1, 0.5 or 0. */
  score: number;
  firstFaction: number | null;
  secondFaction: number | null;
  /** Role of the first player: 0 for none, 1 for attacker, 2 for defender. */
  role: number;
};
