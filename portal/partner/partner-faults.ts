import type { PartnerEntry, PartnerTheme } from '../../shared/partner-entries.ts';
import { portalPages } from '../../shared/portal-pages.ts';
import { contrast, themePairs } from './theme-pairs.ts';

/** First steps of addresses that the server answers itself: those of calls, and of pages and files. */
const takenCodes = [
  ...'admin app auth captcha comments console event files healthz member readyz webhooks'.split(' '),
  ...'account assets dev docs metrics outlines widget'.split(' '),
];

/**
 * What is wrong with a partner's entry, each as a sentence for its author. The build stops where there is any:
 * types cannot tell that a colour is unreadable or a time zone does not exist.
 */
export function findPartnerFaults(code: string, entry: PartnerEntry): string[] {
  const { languageTag, timeZone, mainWebsite, supportEmail, careerAdvisorContactPage: page, words, theme } = entry;
  const ownPages = Object.values(portalPages).map(({ path }) => `/${path}`);
  const checks: [holds: boolean, otherwise: string][] = [
    [/^[a-z]{2,8}$/.test(code), 'the code is two to eight letters from a to z'],
    [!takenCodes.includes(code), 'the code is an address of the product'],
    [isKnown(() => new Intl.Locale(languageTag)), `languageTag "${languageTag}" is no language`],
    [isKnown(() => new Intl.DateTimeFormat('en', { timeZone })), `timeZone "${timeZone}" is no time zone`],
    [isSecureAddress(mainWebsite), `mainWebsite "${mainWebsite}" is no https address`],
    [ownPages.includes(page) || isSecureAddress(page), `careerAdvisorContactPage "${page}" leads nowhere`],
    [/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(supportEmail), `supportEmail "${supportEmail}" is no address`],
    [
      Object.values<string>({ ...words }).every((word) => /^[A-Za-z]+$/.test(word)),
      'every word is one word of letters',
    ],
  ];
  const broken = checks.filter(([holds]) => !holds).map(([, otherwise]) => otherwise);
  return [...broken, ...findThemeFaults(theme)].map((fault) => `${code}: ${fault}`);
}

function findThemeFaults(theme: PartnerTheme): string[] {
  const { name: _name, ...colours } = theme;
  const unreadable = Object.entries(colours).filter(([, colour]) => !/^#[\da-f]{6}$/i.test(colour));
  if (unreadable.length > 0) return unreadable.map(([name, colour]) => `${name} "${colour}" is no colour like #0f4bb8`);
  return themePairs(theme).flatMap(({ what, colours: [one, other], least }) => {
    const ratio = contrast(one, other);
    return ratio < least ? [`${what}: ${one} and ${other} have a contrast of ${ratio.toFixed(2)}, not ${least}`] : [];
  });
}

function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

const isSecureAddress = (address: string) => URL.parse(address)?.protocol === 'https:';
