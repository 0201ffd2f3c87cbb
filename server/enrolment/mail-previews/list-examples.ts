import type { Partner } from '../../../shared/partners.ts';
import type { Mail } from '../../platform/mail.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import type { EnrolmentServices } from '../services.ts';
import { exampleAddress, exampleMails } from './example-mails.ts';

/** Every mail under a partner's name with made-up content, those about signing in last. */
export async function listExamples(
  { membership, clock, appUrl }: EnrolmentServices,
  partner: Partner,
): Promise<Mail[]> {
  const signIn = { siteId: enrolmentSite, path: `/${partner.code}/`, to: exampleAddress };
  return [...exampleMails({ partner, now: clock.now(), appUrl }), ...(await membership.exampleMails(signIn))];
}
