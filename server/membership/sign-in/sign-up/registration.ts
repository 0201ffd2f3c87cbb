import type { Transaction, TransactionOptions } from '../../../platform/database/database.ts';
import { acceptFields, acceptMetaData, readFields, type SentFields } from '../../members/custom-fields.ts';
import { createMember } from '../../members/members.ts';
import { freePlansTurn, takeFreePlans } from '../../plans/grants/free-plans.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';

/** An application for an account, on every path. */
export interface Application {
  site: Site;
  /** In its canonical form. */
  email: string;
  fields: SentFields;
  metaData: Record<string, unknown>;
  planIds: string[];
  clientAddress: string;
}

/** The validated part of an application. */
export interface Accepted {
  fields: Record<string, string>;
  metaData: Record<string, unknown>;
  planIds: string[];
}

/**
 * Validates an application. Called before limits are taken, so that typing errors do not use them up.
 *
 * @throws Refusal field-not-writable, invalid-field-value, invalid-request
 */
export const acceptApplication = ({ site, fields, metaData, planIds }: Application): Accepted => ({
  fields: acceptFields(site.fields, fields, readFields(site.fields, {}, false)),
  metaData: acceptMetaData(metaData),
  planIds,
});

/** An account to create. */
export interface Registration {
  site: Site;
  /** In its canonical form. */
  email: string;
  accepted: Accepted;
  passwordHash: string | null;
  /** Whether the address is proved. If not, the caller mails the link that proves it, with `mailFirstLink`. */
  isProved: boolean;
}

/** Options of transactions with `registerMember`: under contention for a plan they queue without a connection. */
export const registrationTurn = ({
  site,
  email,
  accepted: { planIds },
  isProved,
}: Pick<Registration, 'site' | 'email' | 'accepted' | 'isProved'>): TransactionOptions =>
  freePlansTurn(site, planIds, { email, verified: isProved });

/**
 * Creates the account with plans, on every path.
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
  return memberId;
}
