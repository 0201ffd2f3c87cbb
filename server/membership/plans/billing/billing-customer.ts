import { Refusal } from '../../../platform/refusal.ts';
import { findMember, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { findCustomer } from './billing-customer.store.ts';
import { findLastCustomer } from '../checkouts/checkouts.store.ts';

export { noteCustomer } from './billing-customer.store.ts';

/**
 * The member's customer at the card provider, created where there is none. Its id is stored with the member once they
 * have paid; until then with their checkouts alone, so that the billing portal stays closed.
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
 * Updates the member's address at the provider. A deleted member stays a customer there, for the books and for refunds.
 */
export async function updateCustomer(services: Services, memberId: string): Promise<void> {
  const { db, cards } = services;
  const member = await findMember(services, db, memberId);
  const customerId =
    (await findCustomer(db, memberId, cards.live)) ?? (await findLastCustomer(db, { memberId, live: cards.live }));
  if (member && customerId !== undefined) await cards.updateCustomer(customerId, { email: member.email });
}

/**
 * Opens the provider's billing portal, always for the member's own customer.
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
