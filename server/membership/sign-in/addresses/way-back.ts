import type { Transaction } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail.ts';
import { keptHours, linkBackTo } from '../../members/former-addresses.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { addressChangedMail } from '../mails/mails.ts';

/** Mails a former address that its account has another one now, with the link that undoes the change. */
export const mailWayBack = (
  services: Services,
  tx: Transaction,
  { site, memberId, email, token }: { site: Site; memberId: string; email: string; token: string },
): Promise<void> => {
  const link = `${services.appUrl}/account/undo-address?token=${token}`;
  return queueMail(services, tx, { ...addressChangedMail(site, email, { link, hours: keptHours }), memberId });
};

/**
 * The same again, at an attempt to log in with a former address: the first mail may be lost. Mails nothing to an address
 * that is not kept.
 */
export async function mailWayBackAgain(
  services: Services,
  tx: Transaction,
  { site, email }: { site: Site; email: string },
): Promise<void> {
  const back = await linkBackTo(tx, { siteId: site.id, email });
  if (back) await mailWayBack(services, tx, { site, email, ...back });
}
