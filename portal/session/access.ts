import type { Partner } from '../../contract/partners.ts';
import { sessionMessages } from '../messages/session.ts';
import { paths } from '../partner/paths.ts';
import type { ToastMessage } from '../ui/toast-message.ts';

/**
 * Who may open a page.
 * everyone: no question asked. visitors: members are sent on. members: visitors are sent to log in.
 * candidates: members who have not paid yet; who has paid is sent to the receipt.
 * newcomers: whoever cannot log in yet; members with a password are sent to the outlines.
 */
export type Access = 'everyone' | 'visitors' | 'members' | 'candidates' | 'newcomers';

/** The one list of who may open what, by paths under a partner. What is not listed opens to everyone, "not found" too. */
const pagesOf: Record<Exclude<Access, 'everyone'> | 'readers', readonly string[]> = {
  visitors: [paths.login, paths.register],
  newcomers: [paths.outlineForm],
  candidates: [paths.eligibility, paths.enrol],
  members: [paths.paymentSuccess, paths.paymentCancel, paths.profile],
  readers: [
    paths.faq,
    paths.cyber,
    paths.data,
    paths.software,
    paths.courseOutlines,
    paths.careerConsultation,
    paths.caseStudies,
    paths.events,
  ],
};

type Opening = Pick<Partner, 'opensContent'>;

/**
 * @param path under the partner, without slashes around it
 * @param partner readers are everyone where it opens its content, else members
 */
export function accessOf(path: string, { opensContent }: Opening): Access {
  const access = (Object.keys(pagesOf) as (keyof typeof pagesOf)[]).find((each) => pagesOf[each].includes(path));
  if (access === 'readers') return opensContent ? 'everyone' : 'members';
  return access ?? 'everyone';
}

/** Where a request for a page goes instead, and what is said about it. */
export interface Detour {
  /** `wanted`: where somebody was heading when they had to log in. */
  to: 'login' | 'paymentSuccess' | 'courseOutlines' | 'wanted';
  notice?: ToastMessage | undefined;
}

/** What a visitor is told at the login page, by the page they wanted. The others lead there without a word. */
const noticeByPath: Record<string, ToastMessage> = {
  [paths.enrol]: sessionMessages.accessDenied,
  [paths.eligibility]: sessionMessages.logInFirst,
};

/**
 * Decides whether a page opens.
 *
 * @param path under the partner
 * @returns undefined when it opens
 */
export function findDetour(
  path: string,
  who: { isMember: boolean; isPaid: boolean; hasPassword: boolean; hasAskedOutline: boolean },
  partner: Opening,
): Detour | undefined {
  const access = accessOf(path, partner);
  if (access === 'everyone') return undefined;
  if (access === 'visitors') return who.isMember ? { to: 'wanted' } : undefined;
  if (access === 'newcomers') return who.hasPassword ? { to: 'courseOutlines' } : undefined;
  if (!who.isMember)
    return path === paths.courseOutlines && who.hasAskedOutline
      ? undefined
      : { to: 'login', notice: noticeByPath[path] };
  if (access === 'candidates' && who.isPaid) {
    return { to: 'paymentSuccess', notice: sessionMessages.alreadyEnrolled };
  }
  return undefined;
}
