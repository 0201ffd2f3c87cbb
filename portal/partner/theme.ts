import type { PartnerTheme } from '../../shared/partner-entries.ts';

const custom = {
  primary: '--brand',
  deep: '--deep',
  tint: '--tint',
  accent: '--accent',
  accentInk: '--accent-ink',
  focus: '--focus',
  error: '--error',
} as const satisfies Partial<Record<keyof PartnerTheme, string>>;

/** What stands out on the deep colour: the accent, but for the one theme whose accent is that colour. */
export const accentOnDeep = ({ accent, deep, primary }: PartnerTheme): string => (accent === deep ? primary : accent);

/** The rule that gives a page its partner's colours: `.uts { --brand: … }`. */
export function themeRule(partnerCode: string, theme: PartnerTheme): string {
  const declarations = Object.entries(custom).map(
    ([name, property]) => `${property}:${theme[name as keyof typeof custom]}`,
  );
  return `.${partnerCode}{--accent-on-deep:${accentOnDeep(theme)};${declarations.join(';')}}`;
}
