import { checkLine } from '@battle-results/bundle-format/check';
import { bundleSchema } from '@battle-results/bundle-format/record';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';

const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(bundleSchema);

test('the JSON Schema accepts the demo world, and so does the check of every line', () => {
  for (const record of demoWorld(WORLD_DAY)) {
    const line = JSON.stringify(record);
    expect(checkLine(line).problems).toStrictEqual([]);
    expect(validate(JSON.parse(line)), line).toBe(true);
  }
});
