import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { NewCredential } from '../contract/second-factor.ts';
import type { Send } from './request.ts';

/** A member's own passkeys, authenticator app and recovery codes. Changes need a recent proof, as in `securityCalls`. */
export function secondFactorCalls(send: Send<MembershipCalls>) {
  return {
    /** What the member has set up. */
    getSecondFactor: () => send('GET /member/second-factor'),

    /** Options for `navigator.credentials.create`. */
    beginPasskey: () => send('POST /member/second-factor/passkeys/options'),

    /** Stores what `navigator.credentials.create` answered. The first method comes with recovery codes. */
    addPasskey: (body: { name: string; credential: NewCredential }) =>
      send('POST /member/second-factor/passkeys', body),

    renamePasskey: ({ id, name }: { id: string; name: string }) =>
      send('PATCH /member/second-factor/passkeys/:id', { name }, { id }),

    removePasskey: (passkey: { id: string }) => send('DELETE /member/second-factor/passkeys/:id', undefined, passkey),

    /** A new secret, good once a code of it was sent to `confirmAuthenticator`. */
    beginAuthenticator: () => send('POST /member/second-factor/authenticator'),

    confirmAuthenticator: (body: { code: string }) => send('POST /member/second-factor/authenticator/confirm', body),

    removeAuthenticator: () => send('DELETE /member/second-factor/authenticator'),

    /** Ten new recovery codes in place of the earlier ones. */
    renewRecoveryCodes: () => send('POST /member/second-factor/recovery-codes'),
  };
}
