import { expect, test } from 'vitest';
import { contrast, inkOn, type Colour } from './contrast.ts';

const black = 'rgb(0, 0, 0)';
const white = 'rgb(255, 255, 255)';

test('what is written on a colour is black on light ones and white on dark ones', () => {
  expect(inkOn([255, 230, 0])).toBe(black);
  expect(inkOn([10, 16, 48])).toBe(white);
  expect(inkOn([41, 98, 255])).toBe(white);
});

test('a site’s own choice is kept where it can be read', () => {
  expect(inkOn([30, 92, 65], [255, 250, 220])).toBe('rgb(255, 250, 220)');
  expect(inkOn([255, 230, 0], [255, 255, 255])).toBe(black);
});

test('whatever the colour, the text on it meets the contrast that is asked for', () => {
  const steps = [0, 51, 102, 153, 204, 255];
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Colour => [red, green, blue])));
  for (const ground of all) {
    const ink: Colour = inkOn(ground) === black ? [0, 0, 0] : [255, 255, 255];
    expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
  }
});
