import { expect, test } from 'vitest';
import { contrast, mix, standOut, textContrast, type Colour } from './contrast.ts';

const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];

test('what is written on a colour is black on light ones and white on dark ones', () => {
  expect(standOut([255, 230, 0], textContrast)).toEqual(black);
  expect(standOut([10, 16, 48], textContrast)).toEqual(white);
  expect(standOut([41, 98, 255], textContrast)).toEqual(white);
});

test('a site’s own choice is kept where it can be read, and the next best where it cannot', () => {
  const cream: Colour = [255, 250, 220];
  expect(standOut([30, 92, 65], textContrast, cream)).toBe(cream);
  expect(standOut([255, 230, 0], textContrast, white)).toEqual(black);
  expect(standOut([30, 92, 65], textContrast, undefined, [40, 90, 70], cream)).toBe(cream);
});

test('whatever the colour, the text on it meets the contrast that is asked for', () => {
  const steps = [0, 51, 102, 153, 204, 255];
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Colour => [red, green, blue])));
  for (const ground of all)
    expect(contrast(ground, standOut(ground, textContrast))).toBeGreaterThanOrEqual(textContrast);
});

test('a mixture has its share of both', () => {
  expect(mix(black, white, 0.2)).toEqual([204, 204, 204]);
});
