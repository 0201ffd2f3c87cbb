import { expect, test } from 'vitest';
import { placeLabels, type Label, type Rect } from './x-ray-labels.ts';

const view = { width: 360, height: 600 };
const place = (labels: Label[], others: Rect[] = []) =>
  placeLabels(labels, {
    view,
    outlines: [...labels.map(({ around }) => around), ...others].map((each) => ({ ...each, isProblem: false })),
  });
const label = (around: Partial<Rect>, more: Partial<Label> = {}): Label => ({
  around: { x: 20, y: 100, width: 80, height: 20, ...around },
  size: { width: 200, height: 20 },
  isAsked: false,
  ...more,
});

test('a label stands above its outline, below it at the top of the window', () => {
  expect(place([label({})])).toEqual([{ x: 20, y: 80 }]);
  expect(place([label({ y: 5 })])).toEqual([{ x: 20, y: 25 }]);
});

test('a label of an outline larger than the window would cover it, and has no place', () => {
  expect(place([label({ x: -50, y: -900, width: 900, height: 2_000 })])).toEqual([undefined]);
  expect(place([label({ y: -900, height: 2_000 })])).toEqual([{ x: 100, y: 0 }]);
});

test('no label covers what it speaks of, wherever that is', () => {
  for (let x = -100; x < 360; x += 23)
    for (let y = -100; y < 600; y += 31)
      for (const width of [10, 90, 400])
        for (const height of [10, 90, 700]) {
          const around = { x, y, width, height };
          const [at] = place([label(around, { isAsked: true })]);
          const isApart = !at || at.x >= x + width || at.x + 200 <= x || at.y >= y + height || at.y + 20 <= y;
          expect({ around, at, isApart }).toMatchObject({ isApart: true });
        }
});

test('a label lies over no other problem, unless it is asked for', () => {
  const wall = { x: 0, y: 60, width: 360, height: 30, isProblem: true };
  const floor = { ...wall, y: 125 };
  const beside = { ...wall, x: 100, y: 95, width: 260 };
  const around = label({}).around;
  const outlines = [{ ...around, isProblem: true }, wall, floor, beside];
  expect(placeLabels([label({})], { view, outlines })).toEqual([undefined]);
  expect(placeLabels([label({}, { isAsked: true })], { view, outlines })).toEqual([{ x: 20, y: 80 }]);
});

test('a label keeps within the window, and has no place beside it', () => {
  expect(place([label({ x: 300 })])).toEqual([{ x: 160, y: 80 }]);
  expect(place([label({ y: 700 }), label({ x: -90 })])).toEqual([undefined, undefined]);
});

test('labels stand beside one another until there is no room; one that is asked for is shown all the same', () => {
  const small = label({});
  const places = place([small, { ...small }, { ...small }, { ...small }]);
  expect(places).toEqual([{ x: 20, y: 80 }, { x: 20, y: 120 }, { x: 100, y: 100 }, undefined]);
  expect(place([small, { ...small, isAsked: true }])).toEqual([
    { x: 20, y: 80 },
    { x: 20, y: 80 },
  ]);
});

test('a label leaves what else is outlined in sight where it can', () => {
  const { around: other } = label({ y: 75 });
  expect(place([label({})], [other])).toEqual([{ x: 20, y: 120 }]);
  // What lies around both may be covered.
  const { around } = label({ x: 0, y: 0, width: 360, height: 600 });
  expect(place([label({})], [around])).toEqual([{ x: 20, y: 80 }]);
});
