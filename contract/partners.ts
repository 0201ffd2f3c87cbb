import { portalPaths } from './portal-paths.ts';

/**
 * The partner universities: one entry is everything that makes a partner. Data only.
 * Themes: the colours of the design with their computed contrast; a test holds each pair above its WCAG threshold.
 */

export const partnerCodes = ['uts', 'uc', 'vcu', 'unlv', 'utsa', 'mtu', 'sg'] as const;
export type PartnerCode = (typeof partnerCodes)[number];

/** The words that differ between partners. Keys are the spelling used in code. */
export interface PartnerWords {
  Enrol: string;
  enrol: string;
  enrolling: string;
  Enrolment: string;
  enrolment: string;
  Enrolled: string;
  enrolled: string;
  Program: string;
  program: string;
}

/** Colours as `#rrggbb`. `accentInk` is the text on `accent`. */
export interface PartnerTheme {
  name: string;
  primary: string;
  deep: string;
  tint: string;
  accent: string;
  accentInk: string;
  focus: string;
  error: string;
}

/** The plain geometric mark beside the partner's name. */
export type PartnerMark = 'circle' | 'hill' | 'diagonal' | 'square' | 'chevron' | 'peak' | 'petal';

export interface Partner {
  code: PartnerCode;
  /** BCP 47 tag: `lang` of every page, and the format of dates and money. */
  languageTag: string;
  /** IANA time zone in which the partner's dates are meant. */
  timeZone: string;
  /** ISO 4217 code every price is in. */
  currency: 'NZD';
  words: PartnerWords;
  theme: PartnerTheme;
  mark: PartnerMark;
  /** Path under `/{partner}`, or an https address. */
  careerAdvisorContactPage: string;
  mainWebsite: string;
  supportEmail: string;
  /** Visitors may read courses, questions and resources too. Closed, they are asked to log in first. */
  opensContent: boolean;
}

const commonwealth: PartnerWords = {
  Enrol: 'Enrol',
  enrol: 'enrol',
  enrolling: 'enrolling',
  Enrolment: 'Enrolment',
  enrolment: 'enrolment',
  Enrolled: 'Enrolled',
  enrolled: 'enrolled',
  Program: 'Program',
  program: 'program',
};
const american: PartnerWords = {
  ...commonwealth,
  Enrol: 'Enroll',
  enrol: 'enroll',
  Enrolment: 'Enrollment',
  enrolment: 'enrollment',
};
const newZealand: PartnerWords = { ...commonwealth, Program: 'Programme', program: 'programme' };

const shared = {
  currency: 'NZD',
  careerAdvisorContactPage: `/${portalPaths.careerConsultation}`,
  opensContent: false,
} as const;
const contact = (code: string) => ({
  mainWebsite: `https://${code}.example.org`,
  supportEmail: `help@${code}.example.org`,
});

const errorRed = '#B3261E';

export const partners: Record<PartnerCode, Partner> = {
  uts: {
    ...shared,
    ...contact('uts'),
    code: 'uts',
    languageTag: 'en-AU',
    timeZone: 'Australia/Sydney',
    words: commonwealth,
    mark: 'circle',
    theme: {
      name: 'Harbour cobalt',
      primary: '#0F4BB8',
      deep: '#0A2A66',
      tint: '#EEF3FC',
      accent: '#FF5C39',
      accentInk: '#1A0E0A',
      focus: '#0F4BB8',
      error: errorRed,
    },
  },
  uc: {
    ...shared,
    ...contact('uc'),
    code: 'uc',
    languageTag: 'en-NZ',
    timeZone: 'Pacific/Auckland',
    words: newZealand,
    mark: 'hill',
    theme: {
      name: 'Garnet and alpine',
      primary: '#74122F',
      deep: '#43091A',
      tint: '#FBF1F4',
      accent: '#5BB5D6',
      accentInk: '#0B1F2A',
      focus: '#74122F',
      error: errorRed,
    },
  },
  vcu: {
    ...shared,
    ...contact('vcu'),
    code: 'vcu',
    languageTag: 'en-US',
    timeZone: 'America/New_York',
    words: american,
    mark: 'diagonal',
    theme: {
      name: 'Ink and amber',
      primary: '#262320',
      deep: '#131110',
      tint: '#FBF6E9',
      accent: '#F8B300',
      accentInk: '#1A1400',
      focus: '#7A5600',
      error: errorRed,
    },
  },
  unlv: {
    ...shared,
    ...contact('unlv'),
    code: 'unlv',
    languageTag: 'en-US',
    timeZone: 'America/Los_Angeles',
    words: american,
    mark: 'square',
    theme: {
      name: 'Scarlet and basalt',
      primary: '#C3142D',
      deep: '#2E3135',
      tint: '#F5F5F6',
      accent: '#B9BEC4',
      accentInk: '#17191B',
      focus: '#C3142D',
      // The primary is too near the usual error red, so this theme has its own.
      error: '#8F2A00',
    },
  },
  utsa: {
    ...shared,
    ...contact('utsa'),
    code: 'utsa',
    languageTag: 'en-US',
    timeZone: 'America/Chicago',
    words: american,
    mark: 'chevron',
    theme: {
      name: 'Navy and burnt orange',
      primary: '#B84300',
      deep: '#0C2340',
      tint: '#FFF4EC',
      accent: '#0C2340',
      accentInk: '#FFFFFF',
      focus: '#0C2340',
      error: errorRed,
    },
  },
  mtu: {
    ...shared,
    ...contact('mtu'),
    code: 'mtu',
    languageTag: 'en-US',
    timeZone: 'America/Detroit',
    words: american,
    mark: 'peak',
    theme: {
      name: 'Evergreen and gold',
      primary: '#1E5C41',
      deep: '#10331F',
      tint: '#EFF6F2',
      accent: '#F5C72C',
      accentInk: '#1B1600',
      focus: '#1E5C41',
      error: errorRed,
    },
  },
  sg: {
    ...shared,
    ...contact('sg'),
    code: 'sg',
    languageTag: 'en-SG',
    timeZone: 'Asia/Singapore',
    words: commonwealth,
    mark: 'petal',
    theme: {
      name: 'Orchid and lagoon',
      primary: '#7A2482',
      deep: '#3D1044',
      tint: '#F8F0F9',
      accent: '#19B5A5',
      accentInk: '#04211E',
      focus: '#7A2482',
      error: errorRed,
    },
  },
};

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
