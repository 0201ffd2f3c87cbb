import type { CSSProperties } from 'react';
import type { App } from '../../contract/site.ts';

/** Blue, where a site names no colour of its own. */
const ownPrimary = 'rgb(41, 98, 255)';

/** How the dialogs look for a site: its colours where browsers know them, and the direction the page reads in. */
export function readBrand(app: App | undefined): { style: CSSProperties; dir: 'ltr' | 'rtl' } {
  const { primaryButton, primaryButtonText } = app?.branding.colors.lightMode ?? {};
  const primary = isColour(primaryButton) ? primaryButton : ownPrimary;
  const ink = isColour(primaryButtonText) ? primaryButtonText : readableOn(primary);
  const dir = getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr';
  return { dir, style: { '--ms-primary': primary, '--ms-on-primary': ink } as CSSProperties };
}

const isColour = (text: string | undefined): text is string => text !== undefined && CSS.supports('color', text);

/** Black or white, whichever is easier to read on a colour (relative luminance of WCAG 2.2). */
function readableOn(colour: string): string {
  const probe = new OffscreenCanvas(1, 1).getContext('2d')!;
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...probe.getImageData(0, 0, 1, 1).data].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  // Where both are equally far away: (1.05 / (l + 0.05)) = ((l + 0.05) / 0.05).
  return luminance > 0.179 ? '#000' : '#fff';
}
