import { expect, test } from 'vitest';
import { createTags } from '../../src/invalidation/tags.js';

test('more than five hundred keys of a kind are all of the kind, and all of what is reported under its keys', () => {
  const tags = createTags();
  tags.add('club', 'c-1');
  for (let at = 0; at <= 500; at += 1) tags.add('player', `p-${at}`);
  expect([...tags.all()].sort()).toStrictEqual(['battle', 'club:*', 'club:c-1', 'player', 'tournament']);
});
