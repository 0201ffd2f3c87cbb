import type { PartnerTheme } from '../../../shared/partner-entries.ts';
import type { TextLook } from '../../platform/pdf/sheet.ts';

/** Colours that all partners share; the portal's style sheet has the same. */
export const colours = { ink: '#1B1F24', muted: '#565D66', line: '#DFE3E8', white: '#FFFFFF', paleOnDeep: '#E9ECF0' };

const look = (font: TextLook['font'], size: number, lead: number, after: number, colour = colours.ink): TextLook => ({
  font,
  size,
  lead,
  after,
  colour,
});

/** Text styles of the PDF. */
export const looksOf = ({ primary }: PartnerTheme) => ({
  coverTitle: look('SemiBold', 42, 0, 14, colours.white),
  coverLead: look('Regular', 16, 4, 22, colours.white),
  coverSmall: look('SemiBold', 11, 2, 8, colours.paleOnDeep),
  wordmark: look('SemiBold', 22, 0, 0, colours.white),
  h2: look('SemiBold', 21, 2, 12),
  h3: look('SemiBold', 11.5, 2, 3),
  lead: look('Regular', 13, 4, 12),
  body: look('Regular', 10.5, 3, 7),
  strong: look('SemiBold', 10.5, 3, 7),
  muted: look('Regular', 10.5, 3, 6, colours.muted),
  small: look('Regular', 9, 2, 5, colours.muted),
  brand: look('SemiBold', 10.5, 3, 5, primary),
  figure: look('SemiBold', 18, 2, 4),
});
/** The text styles by name. */
export type Looks = ReturnType<typeof looksOf>;
