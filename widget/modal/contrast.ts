/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** What WCAG 2.2 asks for between a text and what it stands on. */
const enough = 4.5;
const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];

/**
 * What can be read on a colour.
 *
 * @param wanted is taken where it can be read; otherwise black or white, whichever is easier
 * @returns a colour for a style sheet
 */
export function inkOn(ground: Colour, wanted?: Colour): string {
  const best = contrast(ground, black) > contrast(ground, white) ? black : white;
  const [red, green, blue] = wanted && contrast(ground, wanted) >= enough ? wanted : best;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Between 1 and 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
