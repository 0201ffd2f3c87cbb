import type { StudentMember } from '../../contract/student-fields.ts';
import type { PaymentType } from '../../contract/payments.ts';
import { profileOf } from './standing.ts';
import { tabView } from './tab-view.ts';

/** What the portal keeps in the browser. Copies for the eye only: nothing here opens a page or counts as paid. */
const keys = ['user', 'eligibilityScore', 'paymentInfo', 'pendingStripePayment'] as const;
export type BrowserKey = (typeof keys)[number];

/** The attempt to pay that is under way, as the specification words it. No amount is ever read from it. */
export interface PendingPayment {
  course: string;
  cohortId: string;
  cohortName: string;
  cohortStartDate: string;
  cohortEndDate: string;
  cohortSchedule: string;
  paymentType: PaymentType;
  userEmail: string;
  amount: number;
  /** ISO */
  timestamp: string;
  status: 'pending';
}

/** For a moment in place of the member's copy: other tabs tell a log-out by it from a session that ended by itself. */
export const loggedOutMark = '';

const pendingLifetimeMs = 24 * 60 * 60 * 1000;

/** In a view of staff nothing is kept beyond the tab. */
const storage = () => (tabView ? sessionStorage : localStorage);

/** Text under a key; null where there is none or storage is switched off. */
export function readBrowserKey(key: BrowserKey): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps text under a key, or forgets the key when the value is null. */
export function writeBrowserKey(key: BrowserKey, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Without storage everything still works, only without these copies.
  }
}

/** Brings the copies in line with the member the service knows: the answer always wins. */
export function keepCopies(member: StudentMember | null): void {
  if (!member) return clearBrowserKeys();
  writeBrowserKey('user', JSON.stringify(profileOf(member)));
  writeBrowserKey('paymentInfo', member.customFields['payment-info'] || null);
}

/** Forgets everything about a member, at logout. */
function clearBrowserKeys(): void {
  for (const key of keys) writeBrowserKey(key, null);
}

/** Forgets what was typed and not yet sent, at logout: the next person at this screen must not find it. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was kept.
  }
}

/** The attempt under way; one that is broken or older than a day counts as none and is forgotten. */
export function findPendingPayment(now: number = Date.now()): PendingPayment | undefined {
  const pending = parsePendingPayment(readBrowserKey('pendingStripePayment'));
  if (pending && now - Date.parse(pending.timestamp) < pendingLifetimeMs) return pending;
  keepPendingPayment(null);
  return undefined;
}

/** Keeps the attempt before the browser leaves for the checkout; null forgets it. */
export function keepPendingPayment(pending: PendingPayment | null): void {
  writeBrowserKey('pendingStripePayment', pending && JSON.stringify(pending));
}

function parsePendingPayment(text: string | null): PendingPayment | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && 'cohortId' in value && 'timestamp' in value
      ? (value as PendingPayment)
      : undefined;
  } catch {
    return undefined;
  }
}
