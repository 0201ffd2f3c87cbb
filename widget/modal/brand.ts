import type { App } from '../../contract/site.ts';
import { adoptSheet } from '../shell/stage.ts';
import { edgeContrast, isDark, mix, standOut, textContrast, type Colour } from './contrast.ts';
import { palettes, type Palette } from './palettes.ts';
import { shapeOf } from './shape.ts';

/** How the dialogs look for a site: light or dark, how close, in which shapes and colours. */

type Branding = Partial<App['branding']>;
type Named = Readonly<Record<string, string>>;
/** What a site names, as it is drawn on something; undefined for what is no colour. */
type Known = (name: string, on?: Colour) => Colour | undefined;

/** Blue, where a site names no colour of its own. */
const ownPrimary = 'rgb(41, 98, 255)';
const compact = '--ms-control:36px;--ms-gap:8px;--ms-pad:20px';

/** The direction the page reads in. */
export const readDirection = (): 'ltr' | 'rtl' =>
  getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr';

/** Gives dialogs the look of their site; light, in our own colours, while that is not known. A later look replaces it. */
export function dress(root: ShadowRoot, app: App | undefined): void {
  const { appearance = 'light', density, colors, logo, logoDark }: Branding = app?.branding ?? {};
  const { primaryButton = '', primaryButtonText = '' }: Named = colors?.lightMode ?? {};
  const light = paint('light', colors?.lightMode);
  // The main button is a site's sign as much as its logo: it stays, where the dark set has no other.
  const dark = paint('dark', { primaryButton, primaryButtonText, ...colors?.darkMode });
  // A logo that was drawn for light paper alone gets some.
  const plate = logo && !logoDark ? '.ms-modal__logo{padding:4px 8px;border-radius:8px;background:#fff}' : '';
  const looks = {
    light,
    dark,
    auto: `@media(prefers-color-scheme:light){${light}}@media(prefers-color-scheme:dark){${dark}${plate}}`,
  };
  const shape = shapeOf(app?.branding ?? {});
  adoptSheet(root, `${looks[appearance]}:host{${density === 'compact' ? `${compact};` : ''}${shape}}`);
}

/** A set of colours as a style sheet says it: each of a site's where it can be told from what it stands on. */
function paint(scheme: keyof typeof palettes, named: Named = {}): string {
  const known: Known = (name, on) => {
    const text = named[name];
    return text && CSS.supports('color', text) ? draw(text, on) : undefined;
  };
  const ownPaper = draw(palettes[scheme].paper);
  const paper = known('background', ownPaper) ?? ownPaper;
  // Dark paper by day has what goes with dark paper.
  const suiting = isDark(paper) ? 'dark' : 'light';
  const palette = palettes[suiting];
  const primary = known('primaryButton', paper) ?? draw(ownPrimary);
  const colours = {
    primary,
    'on-primary': standOut(primary, textContrast, known('primaryButtonText', primary)),
    focus: standOut(paper, edgeContrast, primary, known('text', paper), draw(palette.ink)),
    // The others are left to the style sheet, so that a page that sets two variables has all that is mixed from them.
    ...(Object.keys(named).some((name) => !name.startsWith('primary')) && paintAll(known, palette, paper)),
  };
  const said = Object.entries(colours).map(([name, parts]) => [name, `rgb(${parts.join()})`]);
  const variables = [...Object.entries(palette), ...said].map(([name, colour]) => `--ms-${name}:${colour}`);
  return `:host{color-scheme:${suiting};${variables.join(';')}}`;
}

function paintAll(known: Known, palette: Palette, paper: Colour): Record<string, Colour> {
  const [ownInk, ownError, ownSuccess] = [palette.ink, palette.error, palette.success].map((each) => draw(each));
  const wanted = known('text', paper) ?? ownInk!;
  // Texts stand on the tint, too, which is the nearer of the two.
  const tint = mix(wanted, paper, 0.06);
  const ink = standOut(tint, textContrast, wanted, ownInk);
  const border = known('borderColor', paper);
  const secondary = known('secondaryButton', paper) ?? paper;
  const errorPaper = known('errorBackground', paper) ?? mix(ownError!, paper, 0.1);
  const successPaper = mix(ownSuccess!, paper, 0.1);
  return {
    paper,
    ink,
    tint,
    title: standOut(paper, textContrast, known('titles', paper), ink),
    muted: standOut(tint, textContrast, known('subtitles', paper), mix(ink, paper, 0.74), ink),
    links: standOut(tint, textContrast, known('links', paper), ink),
    border: standOut(paper, edgeContrast, border, mix(ink, paper, 0.52), ink),
    line: border ?? mix(ink, paper, 0.16),
    secondary,
    'on-secondary': standOut(secondary, textContrast, ink),
    error: standOut(paper, textContrast, ownError, ink),
    'error-paper': errorPaper,
    'on-error': standOut(errorPaper, textContrast, ownError, ink),
    'success-paper': successPaper,
    success: standOut(successPaper, textContrast, ownSuccess, ink),
    shadow: known('shadowColor') ?? [0, 0, 0],
  };
}

let canvas: OffscreenCanvasRenderingContext2D | undefined;

const drawn = new Map<string, Colour>();

/** A colour however it is written, as a browser draws it on another or on black. */
function draw(colour: string, ground: Colour = [0, 0, 0]): Colour {
  const name = `${colour} on ${ground.join()}`;
  const known = drawn.get(name) ?? drawAnew(colour, ground);
  drawn.set(name, known);
  return known;
}

function drawAnew(colour: string, ground: Colour): Colour {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  for (const each of [`rgb(${ground.join()})`, colour]) {
    canvas.fillStyle = each;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
