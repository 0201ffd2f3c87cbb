import { accentOnDeep } from '../../shared/partner-drawings.ts';
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

/** The rule that gives a page its partner's colours: `.uts { --brand: … }`. */
export function themeRule(partnerCode: string, theme: PartnerTheme): string {
  const declarations = Object.entries(custom).map(
    ([name, property]) => `${property}:${theme[name as keyof typeof custom]}`,
  );
  return `.${partnerCode}{--accent-on-deep:${accentOnDeep(theme)};${declarations.join(';')}}`;
}
