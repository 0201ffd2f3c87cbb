import { expect, test } from 'vitest';
import { placeLabels, type Label, type Rect } from './x-ray-labels.ts';

const view = { width: 360, height: 600 };
const place = (labels: Label[], others: Rect[] = []) =>
  placeLabels(labels, { view, outlines: [...labels.map(({ around }) => around), ...others] });
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

test('a label of an outline larger than the window stands in it, and in the window', () => {
  expect(place([label({ x: -50, y: -900, width: 900, height: 2_000 })])).toEqual([{ x: 0, y: 0 }]);
});

test('a label keeps within the window, and has no place beside it', () => {
  expect(place([label({ x: 300 })])).toEqual([{ x: 160, y: 80 }]);
  expect(place([label({ y: 700 }), label({ x: -90 })])).toEqual([undefined, undefined]);
});

test('labels stand beside one another until there is no room; one that is asked for is shown all the same', () => {
  const small = label({});
  const places = place([small, { ...small }, { ...small }, { ...small }]);
  expect(places).toEqual([{ x: 20, y: 80 }, { x: 20, y: 120 }, { x: 20, y: 100 }, undefined]);
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
