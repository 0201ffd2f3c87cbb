import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { Send } from './request.ts';

/**
 * The ways into a member's account. What changes one without the current password, ends sessions or deletes the account
 * is refused with `recent-login-required` unless the member has logged in or proved who they are a few minutes ago: then
 * ask for the password, a mailed code or the second factor, and try again.
 */
export function securityCalls(send: Send<MembershipCalls>) {
  return {
    /** Changes the address, or the password with the old one beside it. */
    updateMemberAuth: (change: { email?: string; oldPassword?: string; newPassword?: string }) =>
      send('POST /member-auth', change),

    /** Gives a first password to an account that has none. */
    setPassword: (body: { password: string }) => send('POST /member/set-password', body),

    /** Has a code mailed to the member's address, for `proveMember`. */
    sendProofCode: () => send('POST /member/prove/send'),

    /** Options to prove with a passkey who uses the session, for `proveMember`. */
    beginPasskeyProof: () => send('POST /member/prove/passkey-options'),

    /**
     * Proves who uses the session, by the account's password or the mailed code; a member with a second factor by that.
     * The session gets a new token.
     */
    proveMember: (proof: MembershipCalls['POST /member/prove']['body']) => send('POST /member/prove', proof),
  };
}
