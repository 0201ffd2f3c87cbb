import { describe, expect, test } from 'vitest';
import { defineList } from '../../contract/console/list.ts';
import {
  filtersEdited,
  nextSort,
  readListState,
  sentQuery,
  withEdited,
  withFilter,
  writeListState,
} from './list-state.ts';

const list = defineList({
  search: 'Name',
  columns: {
    id: { label: 'Id', holds: 'text', hidden: true },
    name: { label: 'Name', holds: 'text', sort: true },
    proved: { label: 'Proved', holds: 'yes-no', filter: ['is'] },
    joined: { label: 'Joined', holds: 'time', filter: ['from', 'until'], sort: true },
    plan: { label: 'Plan', holds: 'text', filter: ['is', 'not'] },
    state: { label: 'State', holds: 'choice', values: ['ACTIVE', 'CANCELED'], filter: ['is'], filterOnly: true },
  },
  order: '-joined',
});
const read = (query: string) => readListState(list, new URLSearchParams(query));
const written = (query: string) => writeListState(list, read(query), new URLSearchParams(query)).toString();

describe('what an address says of a list', () => {
  test('is the usual list where it says nothing', () => {
    expect(read('')).toEqual({
      search: '',
      filters: [],
      sort: '-joined',
      columns: ['name', 'proved', 'joined', 'plan'],
    });
    expect(written('')).toBe('');
  });

  test.for([
    'search=ana&proved=yes&joined.from=2026-11-01&plan=a&plan=b&plan.not=c&sort=name&columns=id%2Cname',
    'state=ACTIVE&tab=fields',
  ])('is written as it was read: %s', (query) => {
    expect([...new URLSearchParams(written(query))].toSorted()).toEqual([...new URLSearchParams(query)].toSorted());
  });

  test('leaves out what the list does not know, so that an old address shows a list', () => {
    const { filters, sort, columns } = read(
      'proved=maybe&joined.from=yesterday&joined.until=0026-11-01T12:00:00Z&state=GONE&sort=plan&columns=gone,state',
    );
    expect({ filters, sort, columns }).toMatchObject({ filters: [], sort: '-joined' });
    expect(columns).toEqual(['name', 'proved', 'joined', 'plan']);
  });

  test('is what the call is asked, without spaces around the search', () => {
    expect(sentQuery(list, { ...read('plan=a&plan=b'), search: ' ana ' })).toEqual({ search: 'ana', plan: ['a', 'b'] });
  });
});

test('a filter without values is taken out, another of the same column stays', () => {
  const { filters } = read('plan=a&plan.not=b');
  expect(withFilter(filters, { column: 'plan', operator: 'is', values: [] })).toEqual([
    { column: 'plan', operator: 'not', values: ['b'] },
  ]);
});

test('a dialog is about the filter that was pressed, or both bounds of a time, and leaves the others', () => {
  const { filters } = read('plan=a&plan.not=b&joined.from=2026-11-01&joined.until=2026-11-30');
  const not = filtersEdited(list, filters, { column: 'plan', operator: 'not' });
  expect(not).toEqual([{ column: 'plan', operator: 'not', values: ['b'] }]);
  expect(filtersEdited(list, filters, { column: 'plan' })).toMatchObject([{ operator: 'is' }]);
  expect(filtersEdited(list, filters, { column: 'joined', operator: 'until' })).toHaveLength(2);
  const query = (chosen: typeof not) => sentQuery(list, { ...read(''), filters: withEdited(filters, not, chosen) });
  expect(query([])).toEqual(sentQuery(list, read('plan=a&joined.from=2026-11-01&joined.until=2026-11-30')));
  expect(query([{ ...not[0]!, values: ['b', 'c'] }])).toMatchObject({ plan: ['a'], 'plan.not': ['b', 'c'] });
  // Turned into one that is set already, it takes its place.
  const is = query([{ column: 'plan', operator: 'is', values: ['d'] }]);
  expect({ is: is['plan'], not: is['plan.not'] }).toEqual({ is: ['d'], not: undefined });
});

test('a second press on a header turns the order round', () => {
  expect([nextSort('-joined', 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual([
    'name',
    '-name',
    'name',
  ]);
});
