import { portalPages } from './portal-pages.ts';

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

/** What a partner is, but for its code. */
export interface PartnerEntry {
  /** BCP 47 tag: `lang` of every page, and the format of dates and money. */
  languageTag: string;
  /** IANA time zone in which the partner's dates are meant. */
  timeZone: string;
  /** ISO 4217 code every price is in. */
  currency: 'NZD';
  words: PartnerWords;
  theme: PartnerTheme;
  /** Where it is left out, the code's letters are drawn. */
  mark?: PartnerMark;
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
  careerAdvisorContactPage: `/${portalPages.careerConsultation.path}`,
  opensContent: false,
} as const;
const errorRed = '#B3261E';

/**
 * The partner universities by their codes. One entry is everything that makes a partner: addresses, pages, colours, mails, outlines and
 * rules follow from it. The build refuses an entry that would be unreadable or unreachable; docs/adding-a-partner.md
 * says how to write one.
 */
export const partnerEntries = {
  uts: {
    ...shared,
    mainWebsite: 'https://uts.example.org',
    supportEmail: 'help@uts.example.org',
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
    mainWebsite: 'https://uc.example.org',
    supportEmail: 'help@uc.example.org',
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
    mainWebsite: 'https://vcu.example.org',
    supportEmail: 'help@vcu.example.org',
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
    mainWebsite: 'https://unlv.example.org',
    supportEmail: 'help@unlv.example.org',
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
    mainWebsite: 'https://utsa.example.org',
    supportEmail: 'help@utsa.example.org',
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
    mainWebsite: 'https://mtu.example.org',
    supportEmail: 'help@mtu.example.org',
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
    mainWebsite: 'https://sg.example.org',
    supportEmail: 'help@sg.example.org',
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
} satisfies Record<string, PartnerEntry>;
