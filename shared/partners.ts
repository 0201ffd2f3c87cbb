import { partnerEntries, type PartnerEntry } from './partner-entries.ts';

export type PartnerCode = keyof typeof partnerEntries;

/** A partner university. */
export interface Partner extends PartnerEntry {
  code: PartnerCode;
}

/** Every partner's code, in the order of the entries. */
export const partnerCodes = Object.keys(partnerEntries) as PartnerCode[];

export const partners = Object.fromEntries(
  partnerCodes.map((code) => [code, { ...partnerEntries[code], code }]),
) as Record<PartnerCode, Partner>;

/** Where "Return to Home" leads when the address names no known partner. */
export const defaultPartner: PartnerCode = 'uts';

/**
 * The partner an address means.
 *
 * @param code first segment of the path; lower case only
 */
export function findPartner(code: string | undefined): Partner | undefined {
  return code !== undefined && Object.hasOwn(partners, code) ? partners[code as PartnerCode] : undefined;
}

/** The tab title of a partner's pages: "Enrolment Portal | UTS". */
export function partnerTitle(partner: Partner): string {
  return `${partner.words.Enrolment} Portal | ${partner.code.toUpperCase()}`;
}
