import { examplePartner } from '../enrolment-examples.ts';
import { defineCalls, writesPerStaff, type ConsoleSubject } from '../call.ts';
import { badPassword } from '../bad-password.ts';
import { staffLimits } from '../staff-limits.ts';
import { permissionsOf } from '../permissions.ts';
import { EndedSessionAnswer, EndedSessionsAnswer, SessionParams } from '../sessions.ts';
import { secondFactorsPerStaff } from './sign-in.ts';
import {
  AddPasskeyRequest,
  AuthenticatorAnswer,
  AuthenticatorCodeRequest,
  ChangeMeRequest,
  ChangePasswordRequest,
  MeAnswer,
  NamePasskeyRequest,
  PasskeyAnswer,
  PasskeyOptionsAnswer,
  PasskeyParams,
  RecoveryCodesAnswer,
  SecondFactorsAnswer,
  StaffSessionsAnswer,
} from './staff-schemas.ts';

const sessionId = '0b9f6c1e-3b1d-4f53-9a5e-2f7f1d1c8a44';
const me = {
  id: 'stf_6w2k9m4t8c1x5v7n3b0q',
  email: 'ana@intake.example',
  name: 'Ana',
  role: 'admissions',
  scope: { sites: [], partners: [examplePartner] },
  permissions: permissionsOf('admissions'),
  session: {
    id: sessionId,
    endsAt: '2026-11-23T15:04:05.000Z',
    idleEndsAt: '2026-11-23T04:04:05.000Z',
    provenUntil: '2026-11-23T03:14:05.000Z',
  },
};
const passkey = {
  id: 'psk_4t8c1x5v7n3b0q6w2k9m',
  name: 'Laptop',
  createdAt: '2026-11-21T03:04:05.000Z',
  lastUsedAt: null,
};
const params = { passkeyId: passkey.id };
const credential = { id: 'aGVsbG8', rawId: 'aGVsbG8', type: 'public-key', response: { clientDataJSON: 'e30' } };

/** What signed-in staff do about themselves. */
export const ownAccountCalls = defineCalls({
  'GET /console/api/me': {
    summary: 'Who is signed in, what they may, and until when',
    about:
      'A call with the header `X-Background: true` does not count as use of the session: send it with what a page asks by itself.',
    caller: 'staff',
    may: { within: 'own' },
    answer: MeAnswer,
    example: { answer: { data: me } },
  },
  'PATCH /console/api/me': {
    summary: 'Change the own name',
    caller: 'staff',
    may: { within: 'own' },
    body: ChangeMeRequest,
    answer: MeAnswer,
    limits: [writesPerStaff],
    example: { body: { name: 'Ana' }, answer: { data: me } },
  },
  'PUT /console/api/me/password': {
    summary: 'Set a new password',
    about: 'All other sessions end, and a mail says so.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    body: ChangePasswordRequest,
    answer: EndedSessionsAnswer,
    limits: [writesPerStaff],
    refusals: [...badPassword],
    example: { body: { password: 'elm-stool-sunday' }, answer: { data: { ended: 1 } } },
  },
  'GET /console/api/me/sessions': {
    summary: 'List the own sessions',
    about: `The last used first. There are at most ${staffLimits.staffSessionsEach}.`,
    caller: 'staff',
    may: { within: 'own' },
    answer: StaffSessionsAnswer,
    example: {
      answer: {
        data: [
          {
            id: sessionId,
            startedAt: '2026-11-23T03:04:05.000Z',
            lastUsedAt: '2026-11-23T03:10:00.000Z',
            device: 'Firefox on Linux',
            way: 'passkey',
            current: true,
          },
        ],
      },
    },
  },
  'DELETE /console/api/me/sessions/:id': {
    summary: 'End an own session',
    caller: 'staff',
    may: { within: 'own' },
    params: SessionParams,
    answer: EndedSessionAnswer,
    limits: [writesPerStaff],
    refusals: ['session-not-found'],
    example: { params: { id: sessionId }, answer: { data: { id: sessionId } } },
  },
  'POST /console/api/me/sessions/end-others': {
    summary: 'End all other own sessions',
    caller: 'staff',
    may: { within: 'own' },
    answer: EndedSessionsAnswer,
    limits: [writesPerStaff],
    example: { answer: { data: { ended: 2 } } },
  },
  'GET /console/api/me/second-factors': {
    summary: 'List what proves that it is you',
    caller: 'staff',
    may: { within: 'own' },
    answer: SecondFactorsAnswer,
    example: { answer: { data: { passkeys: [passkey], hasAuthenticator: true, recoveryCodesLeft: 8 } } },
  },
  'POST /console/api/me/passkeys/options': {
    summary: 'Ask for another passkey',
    about: 'For `startRegistration`.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    answer: PasskeyOptionsAnswer,
    limits: [writesPerStaff],
    refusals: ['passkey-limit-reached'],
    example: { answer: { data: { challenge: 'c2F5LWZyaWVuZA', user: { name: 'ana@intake.example' } } } },
  },
  'POST /console/api/me/passkeys': {
    summary: 'Add a passkey',
    about: 'A mail says so.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    body: AddPasskeyRequest,
    answer: PasskeyAnswer,
    limits: [writesPerStaff],
    refusals: ['passkey-refused', 'passkey-limit-reached'],
    example: { body: { name: 'Laptop', credential }, answer: { data: passkey } },
  },
  'PATCH /console/api/me/passkeys/:passkeyId': {
    summary: 'Name a passkey',
    caller: 'staff',
    may: { within: 'own' },
    params: PasskeyParams,
    body: NamePasskeyRequest,
    answer: PasskeyAnswer,
    limits: [writesPerStaff],
    refusals: ['second-factor-not-found'],
    example: { params, body: { name: 'Laptop' }, answer: { data: passkey } },
  },
  'DELETE /console/api/me/passkeys/:passkeyId': {
    summary: 'Remove a passkey',
    about: 'Not the last second factor: recovery codes alone do not count as one. A mail says so.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    params: PasskeyParams,
    answer: SecondFactorsAnswer,
    limits: [writesPerStaff],
    refusals: ['second-factor-not-found', 'last-second-factor'],
    example: { params, answer: { data: { passkeys: [], hasAuthenticator: true, recoveryCodesLeft: 8 } } },
  },
  'POST /console/api/me/authenticator': {
    summary: 'Get a secret for an authenticator app',
    about: 'It takes the place of the one before once a code of it was sent back.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    answer: AuthenticatorAnswer,
    limits: [writesPerStaff],
    example: {
      answer: { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Intake?secret=JBSWY3DPEHPK3PXP' } },
    },
  },
  'PUT /console/api/me/authenticator': {
    summary: 'Use the authenticator app from now on',
    about: 'A mail says so.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    body: AuthenticatorCodeRequest,
    answer: SecondFactorsAnswer,
    limits: [secondFactorsPerStaff],
    refusals: ['invalid-second-factor-code'],
    example: {
      body: { code: '204816' },
      answer: { data: { passkeys: [], hasAuthenticator: true, recoveryCodesLeft: 8 } },
    },
  },
  'DELETE /console/api/me/authenticator': {
    summary: 'Remove the authenticator app',
    about: 'Not the last second factor. A mail says so.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    answer: SecondFactorsAnswer,
    limits: [writesPerStaff],
    refusals: ['last-second-factor'],
    example: { answer: { data: { passkeys: [passkey], hasAuthenticator: false, recoveryCodesLeft: 8 } } },
  },
  'POST /console/api/me/recovery-codes': {
    summary: 'Get new recovery codes',
    about: 'They are shown this once; those before end. A mail says so.',
    caller: 'staff',
    may: { within: 'own', freshProof: true },
    answer: RecoveryCodesAnswer,
    limits: [writesPerStaff],
    example: { answer: { data: { codes: ['h7k2-m9qd-4wxt'] } } },
  },
});

/** What is said of them. */
export const ownAccountSubject: ConsoleSubject = {
  title: 'Own account',
  about: 'What signed-in staff do about themselves: sessions, password, passkeys, authenticator app, recovery codes.',
  calls: ownAccountCalls,
};
