import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { UsedCredential } from '../contract/second-factor.ts';
import type { Send } from './request.ts';

/** The second step of a log-in that was refused with `second-factor-required`, and log-ins by passkey alone. */
export function secondStepCalls(send: Send<MembershipCalls>) {
  return {
    /** Options for `navigator.credentials.get`. Without a step for a log-in by passkey alone. */
    beginPasskeyLogin: (body: { step?: string | undefined } = {}) => send('POST /auth/passkey/options', body),

    /** Signs in with what `navigator.credentials.get` answered. */
    loginMemberPasskey: (body: { step?: string | undefined; credential: UsedCredential }) =>
      send('POST /auth/passkey', body),

    /** Signs in with a code of the authenticator app or a recovery code, after the password. */
    loginMemberSecondStep: (body: { step: string; method: 'authenticator' | 'recovery-code'; code: string }) =>
      send('POST /auth/second-step', body),
  };
}
