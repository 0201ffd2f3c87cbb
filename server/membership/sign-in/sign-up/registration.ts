import type { Transaction } from '../../../platform/database/database.ts';
import { acceptFields, acceptMetaData, readFields, type SentFields } from '../../members/custom-fields.ts';
import { createMember } from '../../members/members.ts';
import { takeFreePlans } from '../../plans/grants/free-plans.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { requestVerification } from '../addresses/verification.ts';

/** What somebody asks for who wants an account, whichever way they come. */
export interface Application {
  site: Site;
  /** In its canonical form. */
  email: string;
  fields: SentFields;
  metaData: Record<string, unknown>;
  planIds: string[];
  clientAddress: string;
}

/** An application as far as it may be granted. */
export interface Accepted {
  fields: Record<string, string>;
  metaData: Record<string, unknown>;
  planIds: string[];
}

/**
 * Only what is well formed counts against limits, so that typing errors do not use them up.
 *
 * @throws Refusal field-not-writable, invalid-field-value, invalid-request
 */
export const acceptApplication = ({ site, fields, metaData, planIds }: Application): Accepted => ({
  fields: acceptFields(site.fields, fields, readFields(site.fields, {}, false)),
  metaData: acceptMetaData(metaData),
  planIds,
});

export interface Registration {
  site: Site;
  /** In its canonical form. */
  email: string;
  accepted: Accepted;
  passwordHash: string | null;
  /** Whether the address is proved already. If not, a link is mailed that does it. */
  isProved: boolean;
}

/**
 * Makes the account with all that comes with it, on every way to one.
 *
 * @returns the new member's id
 * @throws Refusal email-already-in-use
 */
export async function registerMember(
  services: Services,
  tx: Transaction,
  { site, email, accepted, passwordHash, isProved }: Registration,
): Promise<string> {
  const { fields, metaData, planIds } = accepted;
  const memberId = await createMember(services, tx, {
    site,
    email,
    passwordHash,
    verified: isProved,
    fields,
    metaData,
  });
  await takeFreePlans(services, tx, { site, memberId, planIds });
  if (!isProved) await requestVerification(tx, { memberId, email, path: site.mailLook?.path });
  return memberId;
}
