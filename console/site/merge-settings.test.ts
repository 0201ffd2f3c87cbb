import { describe, expect, test } from 'vitest';
import { mergeSettings } from './merge-settings.ts';

const plan = (id: string, name: string) => ({ id, name });

describe('two people’s changes of one setting', () => {
  test('of different keys stand beside each other', () => {
    const base = { logo: null, appearance: 'light' };
    expect(mergeSettings(base, { ...base, logo: '/mine.svg' }, { ...base, appearance: 'dark' })).toEqual({
      value: { logo: '/mine.svg', appearance: 'dark' },
      both: [],
    });
  });

  test('of different entries of a list stand beside each other, whoever added, changed or removed them', () => {
    const base = [plan('a', 'A'), plan('b', 'B'), plan('c', 'C')];
    const mine = [plan('b', 'Mine'), plan('c', 'C'), plan('d', 'D')];
    const theirs = [plan('a', 'A'), plan('b', 'B'), plan('e', 'E')];
    expect(mergeSettings(base, mine, theirs, 'plans')).toEqual({
      value: [plan('b', 'Mine'), plan('d', 'D'), plan('e', 'E')],
      both: [],
    });
  });

  test('of one value keep what this person wrote, and name the place', () => {
    const base = [plan('a', 'A')];
    expect(mergeSettings(base, [plan('a', 'Mine')], [plan('a', 'Theirs')], 'plans')).toEqual({
      value: [plan('a', 'Mine')],
      both: ['plans[a].name'],
    });
  });

  test('of a list with two entries of one key keep this person’s list whole', () => {
    const gate = (contentGroup: string) => ({ key: 'talk', contentGroup });
    const mine = [gate('cabin'), gate('deck')];
    const theirs = [gate('deck'), { key: 'crew', contentGroup: 'deck' }];
    expect(mergeSettings([gate('deck')], mine, theirs, 'gatedChannels')).toEqual({
      value: mine,
      both: ['gatedChannels'],
    });
  });

  test('that are the same are one change', () => {
    expect(mergeSettings('A', 'B', 'B')).toEqual({ value: 'B', both: [] });
  });
});
