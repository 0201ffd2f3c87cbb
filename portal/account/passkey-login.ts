import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { StudentMember } from '../../contract/student-fields.ts';
import { askPasskey, passkeyFault } from '../../ui/passkeys.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { messageOf } from '../session/message-of.ts';
import { secondStep } from '../session/second-step.ts';

/**
 * Logs in with a passkey.
 *
 * @param step of a log-in whose first step was right; without, the passkey is enough
 * @returns the member
 */
export async function logInWithPasskey(step?: string, isAutofill = false): Promise<StudentMember> {
  const { data: options } = await secondStep.beginPasskeyLogin({ step });
  const credential = await askPasskey(options, { isAutofill });
  return (await secondStep.loginMemberPasskey({ step, credential })).data.member;
}

/**
 * Lets the browser offer passkeys in the field for the address, as long as the page is open.
 *
 * @returns the member who chose one; undefined without a choice, which is no fault
 */
export async function offerPasskey(): Promise<StudentMember | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  return logInWithPasskey(undefined, true).catch(() => undefined);
}

/** Ends the offer: a browser answers one question at a time. */
export const endOffer = (): void => WebAuthnAbortService.cancelCeremony();

/** What to tell about a passkey that was not taken. */
export const passkeyMessage = (error: unknown): string =>
  passkeyFault(error) ?? messageOf(error, secondFactorMessages.passkeyFailed);
