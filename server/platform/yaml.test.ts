import { describe, expect, test } from 'vitest';
import { readYaml, writeYaml, type WrongYaml } from './yaml.ts';

const text = `# who
name: Club
plans:
  - id: one
    prices: []
  - id: two
    prices:
      - amount: 5
`;

describe('a file for people', () => {
  test('is read with its lines', () => {
    const file = readYaml(text);
    expect(file.value).toEqual({
      name: 'Club',
      plans: [
        { id: 'one', prices: [] },
        { id: 'two', prices: [{ amount: 5 }] },
      ],
    });
    expect(file.lineOf(['name'])).toBe(2);
    expect(file.lineOf(['plans', 1])).toBe(6);
    expect(file.lineOf(['plans', 1, 'prices', 0, 'amount'])).toBe(8);
  });

  test('names the line around what is missing', () => {
    const file = readYaml(text);
    expect(file.lineOf(['plans', 0, 'title'])).toBe(4);
    expect(file.lineOf(['plans', 7, 'title'])).toBe(3);
    expect(file.lineOf([])).toBe(2);
  });

  test('may be JSON', () => {
    expect(readYaml('{"name": "Club", "plans": []}').value).toEqual({ name: 'Club', plans: [] });
  });

  test('comes back as it was written', () => {
    const value = { name: 'no', version: '1.0', long: 'word '.repeat(60), lines: 'a\nb\n', empty: null, list: [] };
    expect(readYaml(writeYaml(value)).value).toEqual(value);
  });
});

describe('a file is refused', () => {
  const faultsOf = (wrong: string) => {
    try {
      readYaml(wrong);
    } catch (error) {
      return (error as WrongYaml).faults;
    }
    return [];
  };

  test('with a duplicate key', () => {
    expect(faultsOf('name: A\nmode: live\nname: B\n')).toMatchObject([{ line: 3 }]);
  });

  test('with every fault and its line', () => {
    expect(faultsOf('a: [1\nb: "x\n').length).toBeGreaterThan(0);
    expect(faultsOf('a: 1\n\tb: 2\n')).toMatchObject([{ line: 2 }]);
  });

  test('with aliases (billion laughs)', () => {
    expect(faultsOf('a: &a [1, 2]\nb: [*a, *a]\n')).toHaveLength(1);
  });

  test('without code execution or prototype pollution', () => {
    expect(faultsOf('a: !!js/function "() => 1"\n')).toEqual([]);
    const { value } = readYaml('__proto__:\n  polluted: true\n');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });
});
