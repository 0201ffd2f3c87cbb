import type { StaffScope } from '../../contract/permissions.ts';
import { defaultPartner, partnerCodes, partners, type PartnerCode } from '../../shared/partners.ts';

/** Partners that a query asks for: those in scope, or one of them; none for a partner out of scope. */
export function partnersAsked(
  scope: Pick<StaffScope, 'partners'>,
  wanted: PartnerCode | undefined,
): readonly PartnerCode[] {
  const seen = partnerCodes.filter((code) => scope.partners === 'all' || scope.partners.includes(code));
  return wanted === undefined ? seen : seen.filter((code) => code === wanted);
}

/** Partners of which a person sees what several share, of those it is for. @param of null for all, as the answer */
export function partnersSeen(
  { partners: seen }: Pick<StaffScope, 'partners'>,
  of: readonly string[] | null,
): readonly string[] | null {
  if (seen === 'all') return of;
  const both = of === null ? seen : seen.filter((code) => of.includes(code));
  return both.length === 0 ? null : both;
}

/** The zone of figures, whose days are those of the partner; of several, those of UTC. @returns IANA */
export const figureZoneOf = (codes: readonly PartnerCode[]): string =>
  codes.length === 1 ? partners[codes[0]!].timeZone : 'UTC';

/** The zone in which days and hours of a cohort are meant: its first partner's. @returns IANA */
export const cohortZoneOf = (codes: readonly PartnerCode[] | null): string =>
  partners[codes?.[0] ?? defaultPartner].timeZone;
