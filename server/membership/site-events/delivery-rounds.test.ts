import { expect, test } from 'vitest';
import { roundOf } from './delivery-rounds.ts';

test('ten thousand sites share 256 turns in a lane, and each keeps its own', () => {
  const turnOf = (siteId: string) => roundOf({ siteId, id: 'hook_1' }, { trouble: 0 })[2]!.turn;
  const turns = Array.from({ length: 10_000 }, (_, at) => turnOf(`app_${at}`));
  expect(new Set(turns).size).toBe(256);
  expect(turnOf('app_7')).toBe(turns[7]);
});
