import type { Partner } from '../../shared/partners.ts';
import { portalPages, type OpensTo, type PageFacts, type PageName } from '../../shared/portal-pages.ts';
import { isPreview } from '../partner/published.ts';
import { sessionMessages } from '../messages/session.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';

/** Who may open a page under one partner: there it is settled who its readers are. */
export type Access = Exclude<OpensTo, 'readers'>;

type Opening = Pick<Partner, 'opensContent'>;

export function accessOf(page: PageName, { opensContent }: Opening): Access {
  const { opensTo }: PageFacts = portalPages[page];
  if (opensTo === 'readers') return opensContent || isPreview ? 'everyone' : 'members';
  return opensTo;
}

/** Where a request for a page goes instead, and what is said about it. */
export interface Detour {
  /** `wanted`: the page the visitor asked for before they had to log in. */
  to: 'login' | 'paymentSuccess' | 'courseOutlines' | 'wanted';
  notice?: ToastMessage | undefined;
}

/** What a visitor is told at the login page, by the page they wanted. The others lead there without a word. */
const notices: Partial<Record<PageName, ToastMessage>> = {
  enrol: sessionMessages.accessDenied,
  eligibility: sessionMessages.logInFirst,
};

/**
 * Decides whether a page opens.
 *
 * @returns undefined when it opens
 */
export function findDetour(
  page: PageName,
  who: { isMember: boolean; isPaid: boolean; hasPassword: boolean; hasAskedOutline: boolean },
  partner: Opening,
): Detour | undefined {
  const access = accessOf(page, partner);
  if (access === 'everyone') return undefined;
  if (access === 'visitors') return who.isMember ? { to: 'wanted' } : undefined;
  if (access === 'newcomers') return who.hasPassword ? { to: 'courseOutlines' } : undefined;
  if (!who.isMember)
    return page === 'courseOutlines' && who.hasAskedOutline ? undefined : { to: 'login', notice: notices[page] };
  if (access === 'candidates' && who.isPaid) {
    return { to: 'paymentSuccess', notice: sessionMessages.alreadyEnrolled };
  }
  return undefined;
}
