import type { App } from '../../contract/site.ts';

/** Sizes, corners, borders and shadows that a site chooses with `branding.style`. What it does not name is the style sheet's. */

type Branding = App['branding'];

const fonts = { SMALL: '14px', MEDIUM: '15px', LARGE: '17px' };
const corners = { SHARP: '0px', SOFT: '8px', ROUND: '16px' };
/** Round buttons are pills. */
const buttonCorners = { ...corners, ROUND: '999px' };
const edges = { NONE: '0px', THIN: '1px', THICK: '2px' };
const shade = (share: number) => `color-mix(in srgb,var(--ms-shadow) ${share}%,transparent)`;
const none = '0 0 transparent';
const drops = { NONE: none, SMALL: `0 6px 20px ${shade(18)}`, LARGE: `0 20px 56px ${shade(30)}` };
const buttonDrops = { NONE: none, SMALL: `0 1px 2px ${shade(8)}`, LARGE: `0 4px 12px ${shade(24)}` };

/** @returns declarations of CSS variables, '' where the site chooses nothing */
export function shapeOf({ style, colors }: Partial<Branding>): string {
  if (!style) return '';
  const hasOwnSecondary = [colors?.lightMode, colors?.darkMode].some((set) => set?.['secondaryButton']);
  const chosen: Record<string, string | undefined> = {
    font: pick(fonts, style.fontSize),
    round: pick(corners, style.componentCorners),
    'button-round': pick(buttonCorners, style.buttonCorners),
    edge: pick(edges, style.componentBorders),
    'button-edge': pick(edges, style.buttonBorders),
    drop: pick(drops, style.componentShadows),
    'button-drop': pick(buttonDrops, style.buttonShadows),
    ...(style.componentBorders === 'NONE' && filledFields),
    // A button in the colour of the paper would be text alone.
    ...(style.buttonBorders === 'NONE' && !hasOwnSecondary && { secondary: 'var(--ms-tint)' }),
  };
  return Object.entries(chosen)
    .flatMap(([name, value]) => (value ? `--ms-${name}:${value}` : []))
    .join(';');
}

/** Fields without a border stand on a tint, with a line below that stands out 3 to 1 (WCAG 1.4.11). */
const filledFields = { field: 'var(--ms-tint)', 'field-edges': 'transparent transparent var(--ms-border)' };

const pick = <Choice extends string>(values: Record<Choice, string>, choice: Choice | undefined) =>
  choice && values[choice];
