import { Refusal } from '../../../platform/refusal.ts';
import { findMember, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { findCustomer } from './billing-customer.store.ts';
import { findLastCustomer } from '../checkouts/checkouts.store.ts';

export { noteCustomer } from './billing-customer.store.ts';

/**
 * Who pays, as the card provider knows them. It is written down for the member when they first pay; until then it
 * stands with their checkouts, and they have nothing to manage.
 *
 * @throws Refusal payment-provider-unavailable
 */
export async function findOrMakeCustomer(
  { db, cards }: Services,
  { id, email, siteId }: MemberRecord,
): Promise<string> {
  const known =
    (await findCustomer(db, id, cards.live)) ?? (await findLastCustomer(db, { memberId: id, live: cards.live }));
  const customerId = known ?? (await cards.createCustomer({ memberId: id, email, metadata: { site_id: siteId } }));
  if (customerId === undefined) throw new Refusal('payment-provider-unavailable');
  return customerId;
}

/**
 * Tells the provider the address the member has now. Whoever is deleted stays a customer there: what they paid has to be
 * accounted for, and refunds find them.
 */
export async function updateCustomer(services: Services, memberId: string): Promise<void> {
  const { db, cards } = services;
  const member = await findMember(services, db, memberId);
  const customerId =
    (await findCustomer(db, memberId, cards.live)) ?? (await findLastCustomer(db, { memberId, live: cards.live }));
  if (member && customerId !== undefined) await cards.updateCustomer(customerId, { email: member.email });
}

/**
 * Opens the provider's page where a member ends subscriptions and changes cards: their own, whatever the page asked.
 *
 * @returns the address to send the member to
 * @throws Refusal no-billing-account, payment-provider-unavailable
 */
export async function openBillingPortal(
  { db, cards }: Services,
  { memberId, returnUrl }: { memberId: string; returnUrl: string },
): Promise<string> {
  const customerId = await findCustomer(db, memberId, cards.live);
  if (customerId === undefined) throw new Refusal('no-billing-account');
  const url = await cards.createBillingPortal({ customerId, returnUrl });
  if (url === undefined) throw new Refusal('payment-provider-unavailable');
  return url;
}
