import type { Transaction } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail.ts';
import { keptHours, linkBackTo } from '../../members/former-addresses.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { addressChangedMail } from '../mails/mails.ts';

/** Mails a left address how its account uses another one now, with the link that undoes it. */
export const mailWayBack = (
  services: Services,
  tx: Transaction,
  { site, email, token }: { site: Site; email: string; token: string },
): Promise<void> => {
  const link = `${services.appUrl}/account/undo-address?token=${token}`;
  return queueMail(services, tx, addressChangedMail(site, email, { link, hours: keptHours }));
};

/**
 * The same once more, for who wants to log in with an address its account has left: they may have lost the first mail.
 * Mails nothing to an address that is not kept.
 */
export async function mailWayBackAgain(
  services: Services,
  tx: Transaction,
  { site, email }: { site: Site; email: string },
): Promise<void> {
  const token = await linkBackTo(tx, { siteId: site.id, email });
  if (token !== undefined) await mailWayBack(services, tx, { site, email, token });
}
