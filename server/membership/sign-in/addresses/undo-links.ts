import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';

/** A press on a link by which a mailbox undoes what a thief may have done to its account. */
export interface LinkUse {
  token: string;
  clientAddress: string;
}

/** The refusal of a link that is unknown, used or expired. */
export const deadLink = (): Refusal =>
  new Refusal('invalid-verification-link', { message: 'This link is not valid any more.' });

/** Runs what a link does, and records how it ended. */
export async function recordUndo(
  event: 'address-undone' | 'second-factor-undone',
  undo: () => Promise<{ memberId: string; siteId: string }>,
): Promise<void> {
  const { memberId, siteId } = await recordRefusals(event, {}, { 'invalid-verification-link': 'refused' }, undo);
  recordEvent(event, { outcome: 'success', member: ref(memberId), site: ref(siteId) });
}
