import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font, type GlyphRun } from 'fontkit';
import subsetFont from 'subset-font';
import type { TextLook, Typeface } from './sheet.ts';

/** The typeface of the pages: one file with every weight. */
const file = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));

/** Latin letters with their accents, and the signs of careful writing. */
const letters = `${String.fromCodePoint(...Array.from({ length: 0x17f - 0x20 }, (_, at) => at + 0x20))}–—‘’“”•…€™−`;

/**
 * Instantiates and subsets the weights from the pages' variable font: PDF supports neither WOFF2 nor variable fonts.
 */
export async function readTypeface(): Promise<Typeface> {
  const typeface = await readFile(file);
  const cut = async (name: TextLook['font'], weight: number): Promise<Font> => {
    const font = create(
      await subsetFont(typeface, letters, { targetFormat: 'truetype', variationAxes: { wght: weight } }),
    ) as Font;
    rememberRuns(font);
    // PDFKit identifies fonts by PostScript name, which all instances of a file share.
    return Object.defineProperty(font, 'postscriptName', { value: `Inter-${name}` });
  };
  return { Regular: await cut('Regular', 400), SemiBold: await cut('SemiBold', 600) };
}

/**
 * Caches shaped words across documents, which share most of their text; shaping is most of the cost. Callers get copies,
 * because they scale the positions.
 */
function rememberRuns(font: Font): void {
  const shape = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  font.layout = (text) => {
    const run = runs.get(text) ?? shape(text);
    runs.set(text, run);
    return Object.assign(Object.create(run) as GlyphRun, { positions: run.positions.map((place) => ({ ...place })) });
  };
}
