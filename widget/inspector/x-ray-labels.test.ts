import { expect, test } from 'vitest';
import { placeLabels, type Label, type Rect } from './x-ray-labels.ts';

const view = { width: 360, height: 600 };
const label = (around: Partial<Rect>, more: Partial<Label> = {}): Label => ({
  around: { x: 20, y: 100, width: 80, height: 20, ...around },
  size: { width: 200, height: 20 },
  isAsked: false,
  ...more,
});

test('a label stands above its outline, below it at the top of the window', () => {
  expect(placeLabels([label({})], view)).toEqual([{ x: 20, y: 80 }]);
  expect(placeLabels([label({ y: 5 })], view)).toEqual([{ x: 20, y: 25 }]);
});

test('a label of an outline larger than the window stands in it, and in the window', () => {
  expect(placeLabels([label({ x: -50, y: -900, width: 900, height: 2_000 })], view)).toEqual([{ x: 0, y: 0 }]);
});

test('a label keeps within the window, and has no place beside it', () => {
  expect(placeLabels([label({ x: 300 })], view)).toEqual([{ x: 160, y: 80 }]);
  expect(placeLabels([label({ y: 700 }), label({ x: -90 })], view)).toEqual([undefined, undefined]);
});

test('labels stand beside one another until there is no room; one that is asked for is shown all the same', () => {
  const small = label({});
  const places = placeLabels([small, { ...small }, { ...small }, { ...small }], view);
  expect(places).toEqual([{ x: 20, y: 80 }, { x: 20, y: 120 }, { x: 20, y: 100 }, undefined]);
  expect(placeLabels([small, { ...small, isAsked: true }], view)).toEqual([
    { x: 20, y: 80 },
    { x: 20, y: 80 },
  ]);
});

test('a label leaves what else is outlined in sight where it can', () => {
  const other = label({ y: 75 });
  expect(placeLabels([label({}), other], view)[0]).toEqual({ x: 20, y: 120 });
  // What lies around both may be covered.
  const around = label({ x: 0, y: 0, width: 360, height: 600 });
  expect(placeLabels([label({}), around], view)[0]).toEqual({ x: 20, y: 80 });
});
