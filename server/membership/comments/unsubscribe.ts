import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { deleteSubscription, type Listener } from './channels.store.ts';

const purpose = 'comment-unsubscribe';

/** The signed link that unsubscribes one member from one channel. It does not expire, since mails are read late. */
export function unsubscribeUrl({ keys, appUrl }: Services, memberId: string, channelId: string): string {
  const named = `${memberId}.${channelId}`;
  return `${appUrl}/comments/unsubscribe?token=${named}.${keys.sign(purpose, named).toString('base64url')}`;
}

/** @throws Refusal invalid-unsubscribe-link */
function readToken({ keys }: Services, token: string): Listener {
  const [memberId = '', channelId = '', signature = ''] = token.split('.');
  if (!keys.matches(purpose, `${memberId}.${channelId}`, Buffer.from(signature, 'base64url')))
    throw new Refusal('invalid-unsubscribe-link');
  return { memberId, channelId };
}

/** Checks a link's signature. @throws Refusal invalid-unsubscribe-link */
export function requireUnsubscribeLink(services: Services, token: string): void {
  readToken(services, token);
}

/** Unsubscribes by a link's token. Idempotent. @throws Refusal invalid-unsubscribe-link */
export const unsubscribe = (services: Services, token: string): Promise<void> =>
  deleteSubscription(services.db, readToken(services, token));
