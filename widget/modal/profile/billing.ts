import type { Membership } from '../../../client/membership.ts';

/** Goes to where payments are looked after. @returns nothing to tell: the page is about to leave */
export async function goToBilling(client: Membership): Promise<undefined> {
  await client.launchStripeCustomerPortal({ priceIds: [], autoRedirect: true });
}
