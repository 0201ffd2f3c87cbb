import type { Transaction } from '../../../platform/database/database.ts';
import type { MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { describeDevice } from '../../sessions/device.ts';
import { startSession, type SecondStep, type SessionOrigin, type StartedSession } from '../../sessions/sessions.ts';
import type { Site } from '../../sites/site.ts';
import { newDeviceMail } from '../mails/factor-mails.ts';
import { queueNotice } from '../mails/notices.ts';

/** A log-in that is right so far. */
export interface Opening extends Omit<SessionOrigin, 'secondFactor'> {
  site: Site;
  /** Locked by the caller. */
  member: MemberRecord;
  /** Whether the browser has shown by its cookie that it has signed in to the account before. */
  isKnownDevice?: boolean | undefined;
}

/**
 * Begins a session at a log-in, and mails the member where they have signed in before and never on such a device. A
 * member with a second factor gets a step instead.
 *
 * @throws Refusal invalid-credentials for a void member, account-suspended for a suspended one
 */
export async function openSession(
  services: Services,
  tx: Transaction,
  { site, member, isKnownDevice = false, ...origin }: Opening,
): Promise<StartedSession | SecondStep> {
  const opened = await startSession(tx, member, { ...origin, secondFactor: site.secondFactor });
  if ('step' in opened || !opened.isNewDevice || isKnownDevice) return opened;
  const mail = newDeviceMail(site, member.email, describeDevice(origin.userAgent));
  await queueNotice(services, tx, member, mail);
  return opened;
}
