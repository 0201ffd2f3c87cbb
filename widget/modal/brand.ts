import type { CSSProperties } from 'react';
import type { App } from '../../contract/site.ts';
import { inkOn, type Colour } from './contrast.ts';

/** Blue, where a site names no colour of its own. */
const ownPrimary = 'rgb(41, 98, 255)';

/** How the dialogs look for a site: its colours where browsers know them, and the direction the page reads in. */
export function readBrand(app: App | undefined): { style: CSSProperties; dir: 'ltr' | 'rtl' } {
  const { primaryButton, primaryButtonText } = app?.branding.colors.lightMode ?? {};
  const primary = isColour(primaryButton) ? primaryButton : ownPrimary;
  const wanted = isColour(primaryButtonText) ? partsOf(primaryButtonText) : undefined;
  const dir = getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr';
  const style = { '--ms-primary': primary, '--ms-on-primary': inkOn(partsOf(primary), wanted) };
  return { dir, style: style as CSSProperties };
}

const isColour = (text: string | undefined): text is string => text !== undefined && CSS.supports('color', text);

/** A colour however it is written, as a browser draws it on white. */
function partsOf(colour: string): Colour {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
  for (const each of ['#fff', colour]) {
    canvas.fillStyle = each;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
