import { defineCalls, writesPerStaff, type ConsoleSubject, type LimitRule } from '../call.ts';
import { badPassword } from '../bad-password.ts';
import { staffLimits } from '../staff-limits.ts';
import {
  AcceptedInvitationAnswer,
  AcceptInvitationRequest,
  InvitationAnswer,
  InvitationRequest,
  SignedInAnswer,
  SignedOutAnswer,
  StaffPasskeyRequest,
  StaffPasswordAnswer,
  StaffPasswordRequest,
  StaffProofAnswer,
  StaffProofRequest,
  StaffSecondFactorRequest,
} from './sign-in-schemas.ts';
import { AuthenticatorAnswer, PasskeyOptionsAnswer } from './staff-schemas.ts';

const tenMinutes = 10 * 60;

/** Exponential back-off: each refused attempt lengthens the wait, up to a quarter of an hour. */
export const staffSignInsPerAccount: LimitRule = {
  name: 'staff-sign-in',
  per: 'account',
  points: 10,
  seconds: tenMinutes,
  growth: { seconds: 60, mostSeconds: 15 * 60 },
};
/** An office shares one network. */
export const staffSignInsPerNetwork: LimitRule = {
  name: 'staff-sign-in-network',
  per: 'network',
  points: 60,
  of: 'sign-ins of staff',
  seconds: tenMinutes,
};
/**
 * Without a right one in between (the ceiling of NIST SP 800-63B). Then a passkey signs in; a new invitation, or a
 * browser that has signed in before, begins the row anew.
 */
export const wrongStaffPasswordsInARow: LimitRule = {
  name: 'staff-wrong-password',
  per: 'account',
  points: 100,
  of: 'wrong passwords of staff',
  seconds: 0,
};
/** The same for codes. Of 1,000,000 three are good at a time, so 100 guesses hit one with a chance of 0.03 %. */
export const wrongStaffFactorsInARow: LimitRule = {
  name: 'staff-wrong-second-factor',
  per: 'staff',
  points: 100,
  of: 'wrong codes of authenticators and recovery codes',
  seconds: 0,
};
/** Slows guessing at codes; `wrongStaffFactorsInARow` ends it. */
export const secondFactorsPerStaff: LimitRule = {
  name: 'staff-second-factor',
  per: 'staff',
  points: 10,
  of: 'second factors',
  seconds: tenMinutes,
  growth: { seconds: 60, mostSeconds: 15 * 60 },
};

const token = 'Jq3mV0y8kRZ2bN5tX7cW1sD4fG6hL9pA';
const id = 'stf_6w2k9m4t8c1x5v7n3b0q';
const credential = {
  id: 'aGVsbG8',
  rawId: 'aGVsbG8',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};
const asked = { challenge: 'c2F5LWZyaWVuZA', rpId: 'intake.example', userVerification: 'required' };

/** How staff sign in, accept an invitation, and prove that it is them. */
export const staffSignInCalls = defineCalls({
  'POST /console/api/sign-in/password': {
    summary: 'Begin to sign in with a password',
    about: `Answers \`step\`, which goes with the second factor within five minutes. There is no session yet. The same refusal for an unknown address, a wrong password and somebody who has not accepted their invitation.`,
    caller: 'staff',
    may: { within: 'sign-in' },
    body: StaffPasswordRequest,
    answer: StaffPasswordAnswer,
    limits: [staffSignInsPerNetwork, staffSignInsPerAccount, wrongStaffPasswordsInARow],
    refusals: ['invalid-credentials', 'required-field-missing'],
    example: {
      body: { email: 'ana@intake.example', password: 'oak-bench-saturday' },
      answer: { data: { step: token, ways: ['passkey', 'authenticator', 'recovery-code'], passkeyOptions: asked } },
    },
  },
  'POST /console/api/sign-in/second-factor': {
    summary: 'Finish signing in with a second factor',
    about: 'Sets the cookie of the session. A code or a recovery code works once.',
    caller: 'staff',
    may: { within: 'sign-in' },
    body: StaffSecondFactorRequest,
    answer: SignedInAnswer,
    limits: [staffSignInsPerNetwork, secondFactorsPerStaff, wrongStaffFactorsInARow],
    refusals: ['invalid-second-factor-code', 'passkey-refused', 'sign-in-step-expired'],
    example: { body: { way: 'authenticator', code: '204816', step: token }, answer: { data: { id } } },
  },
  'POST /console/api/sign-in/passkey/options': {
    summary: 'Ask for a passkey',
    about: 'For `startAuthentication`, with the autofill of the browser too: it names no person.',
    caller: 'staff',
    may: { within: 'sign-in' },
    answer: PasskeyOptionsAnswer,
    limits: [staffSignInsPerNetwork],
    example: { answer: { data: asked } },
  },
  'POST /console/api/sign-in/passkey': {
    summary: 'Sign in with a passkey alone',
    about: 'Sets the cookie of the session. The passkey must have checked who holds it (user verification).',
    caller: 'staff',
    may: { within: 'sign-in' },
    body: StaffPasskeyRequest,
    answer: SignedInAnswer,
    limits: [staffSignInsPerNetwork],
    refusals: ['passkey-refused'],
    example: { body: { credential }, answer: { data: { id } } },
  },
  'POST /console/api/invitations/open': {
    summary: 'Read an invitation',
    about: `The token is in the fragment of the mailed link, \`/console/invitation#…\`, and works for ${staffLimits.staffInvitationHours} hours and once.`,
    caller: 'staff',
    may: { within: 'sign-in' },
    body: InvitationRequest,
    answer: InvitationAnswer,
    limits: [staffSignInsPerNetwork],
    refusals: ['invalid-invitation'],
    example: {
      body: { token },
      answer: {
        data: { email: 'ana@intake.example', name: '', role: 'admissions', endsAt: '2026-11-26T03:04:05.000Z' },
      },
    },
  },
  'POST /console/api/invitations/authenticator': {
    summary: 'Get a secret for an authenticator app',
    about: 'Another call makes another secret. It counts once a code of it accepts the invitation.',
    caller: 'staff',
    may: { within: 'sign-in' },
    body: InvitationRequest,
    answer: AuthenticatorAnswer,
    limits: [staffSignInsPerNetwork],
    refusals: ['invalid-invitation'],
    example: {
      body: { token },
      answer: {
        data: {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Intake:ana%40intake.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Intake',
        },
      },
    },
  },
  'POST /console/api/invitations/passkey': {
    summary: 'Ask for a new passkey',
    about: 'For `startRegistration`.',
    caller: 'staff',
    may: { within: 'sign-in' },
    body: InvitationRequest,
    answer: PasskeyOptionsAnswer,
    limits: [staffSignInsPerNetwork],
    refusals: ['invalid-invitation'],
    example: { body: { token }, answer: { data: { ...asked, user: { name: 'ana@intake.example' } } } },
  },
  'POST /console/api/invitations/accept': {
    summary: 'Accept an invitation',
    about: `Sets name, password (at least ${staffLimits.staffPasswordMinLength} characters) and the first second factor at once, and signs in. The link has ended then. \`recoveryCodes\` are shown this once.`,
    caller: 'staff',
    may: { within: 'sign-in' },
    body: AcceptInvitationRequest,
    answer: AcceptedInvitationAnswer,
    limits: [staffSignInsPerNetwork, secondFactorsPerStaff],
    refusals: [
      'invalid-invitation',
      'invalid-second-factor-code',
      'passkey-refused',
      'required-field-missing',
      ...badPassword,
    ],
    example: {
      body: { token, name: 'Ana', password: 'oak-bench-saturday', factor: { way: 'authenticator', code: '204816' } },
      answer: { data: { id, recoveryCodes: ['h7k2-m9qd-4wxt'] } },
    },
  },
  'POST /console/api/sign-out': {
    summary: 'Sign out',
    about:
      'Ends the session it comes with, and removes the cookie, whatever was tried from the network before. A success without a session too; tokens of no session are counted as sign-ins.',
    caller: 'staff',
    may: { within: 'sign-in' },
    answer: SignedOutAnswer,
    limits: [staffSignInsPerNetwork],
    example: { answer: { data: { success: true } } },
  },
  'POST /console/api/proof/options': {
    summary: 'Ask for a passkey as a fresh proof',
    caller: 'staff',
    may: { within: 'own' },
    answer: PasskeyOptionsAnswer,
    limits: [writesPerStaff],
    example: { answer: { data: asked } },
  },
  'POST /console/api/proof': {
    summary: 'Prove anew who is there',
    about: `For acts that answer \`recent-login-required\`; it counts for ${staffLimits.staffProofMinutes} minutes. The session goes on under a new cookie.`,
    caller: 'staff',
    may: { within: 'own' },
    body: StaffProofRequest,
    answer: StaffProofAnswer,
    limits: [secondFactorsPerStaff, wrongStaffFactorsInARow],
    refusals: ['invalid-second-factor-code', 'passkey-refused'],
    example: {
      body: { way: 'authenticator', code: '204816' },
      answer: { data: { provenUntil: '2026-11-23T03:14:05.000Z' } },
    },
  },
});

/** What is said of them. */
export const staffSignInSubject: ConsoleSubject = {
  title: 'Signing in',
  about: 'Staff sign in with a passkey, or with a password and a second factor. A mailed code is no second factor.',
  calls: staffSignInCalls,
};
