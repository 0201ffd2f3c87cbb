import { Refusal } from '../../../platform/refusal.ts';
import type { SentFields } from '../../members/custom-fields.ts';
import type { Services } from '../../services.ts';
import { createMemberAs, type Administration } from '../admin-members.ts';
import { sendResetAs } from '../send-reset.ts';

/** A member whom staff create by hand. */
interface ByHand {
  email: string;
  verified: boolean;
  customFields?: SentFields | undefined;
  planIds?: readonly string[] | undefined;
  /** Whether they are mailed a code and a link for a password. */
  invite: boolean;
  clientAddress: string;
}

/**
 * Creates a member, and mails them a way to a password where asked. A mailbox that has had too many mails is told nothing:
 * the member is made all the same, and the mail can be asked for on their page.
 *
 * @returns `mailAfterSeconds` null where nothing was mailed
 * @throws Refusal as `createMemberAs`
 */
export async function createWithInvitation(
  services: Services,
  administration: Administration,
  { planIds = [], invite, clientAddress, ...wish }: ByHand,
): Promise<{ memberId: string; mailAfterSeconds: number | null }> {
  const plans = planIds.map((planId) => ({ planId }));
  const { id: memberId } = await createMemberAs(services, administration, { ...wish, plans });
  if (!invite) return { memberId, mailAfterSeconds: null };
  try {
    return { memberId, ...(await sendResetAs(services, administration, { memberId, clientAddress })) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'too-many-requests') throw error;
    return { memberId, mailAfterSeconds: null };
  }
}
