import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { checkLine } from '../src/check.js';
import { type BundleRecord, bundleSchema } from '../src/record.js';
import { battle, casual, knockout, player, standings, swiss, tournament } from './support/records.js';

const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(bundleSchema);

describe('the JSON Schema refuses what an import refuses for the sake of another field', () => {
  test.each<[string, BundleRecord]>([
    ['a knockout without players', tournament({ stages: [knockout({ players: undefined as never })] })],
    ['a knockout whose players are null', tournament({ stages: [knockout({ players: null })] })],
    ['players of another stage', tournament({ stages: [swiss({ players: 8 })] })],
    ['a stage without rounds', tournament({ stages: [swiss({ rounds: null })] })],
    ['rounds of the final standings', tournament({ stages: [standings({ rounds: 3 })] })],
    ['a board that is a bracket', tournament({ stages: [swiss({ type: 'bracket' })] })],
    ['a living player without a name', player('p-1', { name: null })],
    ['a participant without a name', tournament({ participants: [{}] })],
    ['a tournament battle without a stage', battle('b-1', { stage: null })],
    ['a tournament battle without entries', battle('b-1', { sides: [{ entry: null }, { entry: 2 }] })],
    ['a tournament battle of a club', battle('b-1', { club: 'x' })],
    ['a casual battle with a stage', casual('b-1', { stage: 'swiss' })],
    ['a casual battle with an entry', casual('b-1', { sides: [{ entry: 1, name: 'Ann' }, { name: 'Bo' }] })],
    ['a casual battle of nameless sides', casual('b-1', { sides: [{ playerId: null, name: null }, { name: 'Bo' }] })],
  ])('%s', (_, record) => {
    const line = JSON.stringify(record);
    expect(checkLine(line).problems).not.toStrictEqual([]);
    expect(validate(JSON.parse(line))).toBe(false);
  });
});
