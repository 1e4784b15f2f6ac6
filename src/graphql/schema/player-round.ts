import { builder } from '../builder/builder.js';

export type PlayerRoundValue = {
  round: number;
  victoryPoints: number;
  objectivePoints: number;
  objectives: string[];
  battleTactic: string | null;
  battleTacticScored: boolean;
  priority: boolean;
};

export const PlayerRound = builder.objectRef<PlayerRoundValue>('PlayerRound').implement({
  description: 'One round of a battle for one of its players.',
  fields: (t) => ({
    round: t.exposeInt('round', { description: 'Round of the battle, counting from 1.' }),
    victoryPoints: t.exposeInt('victoryPoints', { description: 'Victory points scored in the round.' }),
    objectivePoints: t.exposeInt('objectivePoints', { description: 'Objective points scored in the round.' }),
    objectives: t.exposeStringList('objectives', { description: 'Objectives held.' }),
    battleTactic: t.exposeString('battleTactic', {
      nullable: true,
      description: 'The battle tactic picked; null when none was.',
    }),
    battleTacticScored: t.exposeBoolean('battleTacticScored', { description: 'Whether the battle tactic came off.' }),
    priority: t.exposeBoolean('priority', { description: 'Whether the player had priority in the round.' }),
  }),
});
