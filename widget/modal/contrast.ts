/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** What WCAG 2.2 asks for between a text and what it stands on (1.4.3). */
export const textContrast = 4.5;
/** The same for the edge of a field and for what shows the focus (1.4.11). */
export const edgeContrast = 3;
const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];

/**
 * What stands out from a colour.
 *
 * @param least between 1 and 21
 * @param wanted the first that stands out enough is taken; otherwise black or white, whichever does more
 */
export function standOut(ground: Colour, least: number, ...wanted: (Colour | undefined)[]): Colour {
  return wanted.find((each) => each && contrast(ground, each) >= least) ?? (isDark(ground) ? white : black);
}

/** Whether white is easier to read on it than black. */
export const isDark = (ground: Colour): boolean => contrast(ground, white) > contrast(ground, black);

/** @param share of the first colour, 0 to 1 */
export const mix = (one: Colour, other: Colour, share: number): Colour => {
  const [red, green, blue] = one.map((part, at) => Math.round(part * share + other[at]! * (1 - share)));
  return [red!, green!, blue!];
};

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
