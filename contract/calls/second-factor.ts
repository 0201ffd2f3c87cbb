import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
import { auth } from '../examples.ts';
import { limits } from '../limits.ts';
import {
  AddPasskeyRequest,
  AuthenticatorCodeRequest,
  CreationOptionsAnswer,
  NewAuthenticatorAnswer,
  PasskeyLogInRequest,
  PasskeyOptionsRequest,
  PasskeyParams,
  RenamePasskeyRequest,
  RequestOptionsAnswer,
  SecondFactorAnswer,
  SecondFactorChangeAnswer,
  SecondStepRequest,
} from '../second-factor.ts';
import { AuthAnswer } from '../sign-in.ts';

/** Each call for options stores a challenge for five minutes. */
export const passkeyCallsPerClient: LimitRule = {
  name: 'passkey',
  per: 'network',
  points: 300,
  of: 'passkey calls',
  seconds: 10 * 60,
};
/** Six digits withstand few guesses: the wait grows with each refused attempt, as at log-in. */
export const secondFactorsPerAccount: LimitRule = {
  name: 'second-factor',
  per: 'account',
  points: 10,
  of: 'codes of authenticators and recovery codes',
  seconds: 10 * 60,
  growth: { seconds: 60, mostSeconds: 15 * 60 },
};
/** Without a right one in between (the ceiling of NIST SP 800-63B); the first two resets of the password begin anew. */
export const wrongSecondFactorsInARow: LimitRule = {
  name: 'wrong-second-factor',
  per: 'account',
  points: 100,
  of: 'wrong codes of authenticators and recovery codes',
  seconds: 0,
};
/**
 * How often a reset begins the count of wrong codes anew, without a right one in between: enough for an owner whose stolen
 * password was used to guess, and no way for a thief of the mailbox to guess on and on.
 */
export const forgivenSecondFactors: LimitRule = {
  name: 'forgiven-second-factor',
  per: 'account',
  points: 2,
  of: 'resets of the password that begin the count of wrong codes anew',
  seconds: 0,
};

const passkey = {
  id: 'psk_7t0c3p6v8n2b4h8d2k9s1w5x',
  name: 'Phone',
  domain: 'www.example.com',
  backedUp: true,
  createdAt: '2026-11-20T09:20:11.000Z',
  lastUsedAt: '2026-11-22T08:02:45.000Z',
};
const methods = { passkeys: [passkey], authenticator: true, recoveryCodes: 10, required: false };
const newRecoveryCodes = ['k7mqa-29xtd', 'w3hpn-c5vye'];
const challenge = 'q7Zk3…43 characters…Xw';
const step = 'b7Vn0uQm2xT4kZ9dRfLpWcYs1HgJ6eAoXiKq3NvB8tU';
const proved = `Needs a log-in or \`POST /member/prove\` of the last ${limits.recentProofMinutes} minutes.`;
const told = 'Other sessions end, and the member gets a mail.';
const credential = {
  id: 'AUb3…',
  rawId: 'AUb3…',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0…', authenticatorData: 'SZYN…', signature: 'MEUC…', userHandle: 'bWVt…' },
} as const;

const ofCodes = [
  'invalid-second-factor-code',
  'sign-in-step-expired',
  'invalid-credentials',
  'account-suspended',
  'member-not-found',
] as const;

/** Second factors: at log-in, and as their member manages them. */
export const secondFactorCalls = defineCalls({
  'POST /auth/passkey/options': {
    summary: 'Get options for a log-in with a passkey',
    about:
      'Without `step`, for a log-in with the passkey alone: pass the options to `navigator.credentials.get`, with `mediation: "conditional"` for the browser’s autofill. With the `step` of a log-in that was answered `second-factor-required`, for its second step. Good for five minutes.',
    caller: 'visitor',
    body: PasskeyOptionsRequest,
    limits: [passkeyCallsPerClient],
    answer: RequestOptionsAnswer,
    refusals: ['sign-in-step-expired', 'second-factor-not-found'],
    example: {
      body: {},
      answer: { data: { rpId: 'www.example.com', challenge, timeout: 300_000, userVerification: 'required' } },
    },
  },
  'POST /auth/passkey': {
    summary: 'Log in with a passkey',
    about:
      'A passkey of this page’s domain logs in alone, if the device has checked its owner by fingerprint, face or PIN. Send `step` as it was sent for the options.',
    caller: 'visitor',
    body: PasskeyLogInRequest,
    limits: [passkeyCallsPerClient],
    answer: AuthAnswer,
    refusals: [
      'passkey-refused',
      'sign-in-step-expired',
      'invalid-credentials',
      'account-suspended',
      'member-not-found',
    ],
    example: { body: { credential }, answer: { data: auth } },
  },
  'POST /auth/second-step': {
    summary: 'Log in with a code, after the password',
    about:
      'The second step of a log-in that was answered `second-factor-required`: its `step`, with the six digits of the authenticator app or a recovery code. Five codes may be tried; each right one works once. The answer has what the first step asked for, the result of its `inviteToken` too.',
    caller: 'visitor',
    body: SecondStepRequest,
    limits: [secondFactorsPerAccount, wrongSecondFactorsInARow],
    answer: AuthAnswer,
    refusals: [...ofCodes, 'required-field-missing'],
    example: { body: { step, method: 'authenticator', code: '204816' }, answer: { data: auth } },
  },
  'GET /member/second-factor': {
    summary: 'Show the second factors of the current member',
    about: 'The oldest passkey comes first. Secrets and codes are never shown again.',
    caller: 'member',
    duringSetup: true,
    answer: SecondFactorAnswer,
    example: { answer: { data: methods } },
  },
  'POST /member/second-factor/passkeys/options': {
    summary: 'Get options for a new passkey',
    about: `Pass them to \`navigator.credentials.create\`. The passkey belongs to the domain of the page that makes this call. ${proved}`,
    caller: 'member',
    duringSetup: true,
    limits: [writesPerMember],
    answer: CreationOptionsAnswer,
    refusals: ['recent-login-required', 'passkey-limit-reached'],
    example: {
      answer: {
        data: {
          rp: { id: 'www.example.com', name: 'Riverbend Makers' },
          user: { id: 'bWVt…', name: 'friend@intake.example', displayName: 'friend@intake.example' },
          challenge,
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          timeout: 300_000,
          attestation: 'none',
        },
      },
    },
  },
  'POST /member/second-factor/passkeys': {
    summary: 'Add a passkey',
    about: `The first method comes with ten recovery codes, shown this once. ${told} ${proved}`,
    caller: 'member',
    duringSetup: true,
    body: AddPasskeyRequest,
    limits: [writesPerMember],
    answer: SecondFactorChangeAnswer,
    refusals: ['recent-login-required', 'passkey-refused', 'passkey-limit-reached'],
    example: {
      body: {
        name: 'Phone',
        credential: {
          id: 'AUb3…',
          rawId: 'AUb3…',
          type: 'public-key',
          response: { clientDataJSON: 'eyJ0…', attestationObject: 'o2Nm…', transports: ['internal'] },
        },
      },
      answer: { data: { ...methods, newRecoveryCodes } },
    },
  },
  'PATCH /member/second-factor/passkeys/:id': {
    summary: 'Rename a passkey',
    caller: 'member',
    params: PasskeyParams,
    body: RenamePasskeyRequest,
    limits: [writesPerMember],
    answer: SecondFactorChangeAnswer,
    refusals: ['second-factor-not-found'],
    example: { params: { id: passkey.id }, body: { name: 'Blue key' }, answer: { data: methods } },
  },
  'DELETE /member/second-factor/passkeys/:id': {
    summary: 'Remove a passkey',
    about: `With the last method the recovery codes go, too. Where the site requires a second factor, the last one stays. ${told} ${proved}`,
    caller: 'member',
    params: PasskeyParams,
    limits: [writesPerMember],
    answer: SecondFactorChangeAnswer,
    refusals: ['recent-login-required', 'second-factor-not-found', 'last-second-factor'],
    example: { params: { id: passkey.id }, answer: { data: { ...methods, passkeys: [] } } },
  },
  'POST /member/second-factor/authenticator': {
    summary: 'Begin to set up an authenticator app',
    about: `The secret is good once a code of it has been sent to \`POST /member/second-factor/authenticator/confirm\`, within 15 minutes. ${proved}`,
    caller: 'member',
    duringSetup: true,
    limits: [writesPerMember],
    answer: NewAuthenticatorAnswer,
    refusals: ['recent-login-required'],
    example: {
      answer: {
        data: {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Riverbend%20Makers:friend%40intake.example?issuer=Riverbend%20Makers&secret=JBSW…',
        },
      },
    },
  },
  'POST /member/second-factor/authenticator/confirm': {
    summary: 'Finish setting up an authenticator app',
    about: `Replaces an earlier authenticator app. The first method comes with ten recovery codes, shown this once. ${told} ${proved}`,
    caller: 'member',
    duringSetup: true,
    body: AuthenticatorCodeRequest,
    limits: [writesPerMember],
    answer: SecondFactorChangeAnswer,
    refusals: ['recent-login-required', 'invalid-second-factor-code', 'required-field-missing'],
    example: { body: { code: '204816' }, answer: { data: { ...methods, newRecoveryCodes } } },
  },
  'DELETE /member/second-factor/authenticator': {
    summary: 'Remove the authenticator app',
    about: `With the last method the recovery codes go, too. Where the site requires a second factor, the last one stays. ${told} ${proved}`,
    caller: 'member',
    limits: [writesPerMember],
    answer: SecondFactorChangeAnswer,
    refusals: ['recent-login-required', 'second-factor-not-found', 'last-second-factor'],
    example: { answer: { data: { ...methods, authenticator: false } } },
  },
  'POST /member/second-factor/recovery-codes': {
    summary: 'Make new recovery codes',
    about: `Ten, shown this once. The earlier ones stop working. ${proved}`,
    caller: 'member',
    limits: [writesPerMember],
    answer: SecondFactorChangeAnswer,
    refusals: ['recent-login-required', 'second-factor-not-found'],
    example: { answer: { data: { ...methods, newRecoveryCodes } } },
  },
  'POST /member/prove/passkey-options': {
    summary: 'Get options to confirm the member with a passkey',
    about: 'For `POST /member/prove`. The challenge belongs to this session.',
    caller: 'member',
    limits: [writesPerMember],
    answer: RequestOptionsAnswer,
    refusals: ['second-factor-not-found'],
    example: {
      answer: { data: { rpId: 'www.example.com', challenge, timeout: 300_000, userVerification: 'required' } },
    },
  },
});

/** What the API reference says of them. */
export const secondFactorSubject: CallSubject = {
  title: 'Second factor',
  about:
    'A member may set up passkeys and an authenticator app. From then on a password, a mailed code or a provider alone begins no session: the call answers `second-factor-required`, 403, with `step` and `methods` beside code and message, and one of the calls below finishes the log-in. A provider’s window posts the same as its error. A passkey alone logs in without a password. Members without a second factor are asked for none, unless the site’s `secondFactor` is `required`: log-in and sign-up then answer `second-factor-setup-required`, 403, with `setup` beside code and message: its token is good for setting one up within half an hour, and for everything once that is done. A passkey belongs to the domain of the page it was made on, and can be used on no other.',
  calls: secondFactorCalls,
};
