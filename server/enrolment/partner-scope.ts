import type { StaffScope } from '../../contract/permissions.ts';
import { partnerCodes, partners, type PartnerCode } from '../../shared/partners.ts';

/** Partners that a query asks for: those in scope, or one of them; none for a partner out of scope. */
export function partnersAsked(
  scope: Pick<StaffScope, 'partners'>,
  wanted: PartnerCode | undefined,
): readonly PartnerCode[] {
  const seen = partnerCodes.filter((code) => scope.partners === 'all' || scope.partners.includes(code));
  return wanted === undefined ? seen : seen.filter((code) => code === wanted);
}

/** Days are those of the partner; of several, those of UTC. @returns IANA */
export const zoneOf = (codes: readonly PartnerCode[]): string =>
  codes.length === 1 ? partners[codes[0]!].timeZone : 'UTC';
