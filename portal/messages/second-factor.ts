import type { Messages } from './messages.ts';

/** Passkeys, authenticator apps and recovery codes: at log-in, and in the profile. */
export const secondFactorMessages = {
  digitsMissing: 'Please enter the six digits of your authenticator app.',
  recoveryMissing: 'Please enter one of your recovery codes.',
  stepFailed: 'We could not check that. Please try again.',
  passkeyFailed: 'The passkey could not be used. Please try again, or log in another way.',

  codesNotKept: 'Please keep the codes, then tick the box.',
  setupEnded: 'This took longer than half an hour. Nothing was changed. Please log in again.',

  listFailed: 'We cannot show this at the moment.',
  changeFailed: 'Nothing was changed. Please try again.',
  passkeyAdded: { title: 'Passkey added', text: 'All your other sessions have ended.', kind: 'success' },
  passkeyRemoved: { title: 'Passkey removed', text: 'All your other sessions have ended.', kind: 'success' },
  authenticatorAdded: {
    title: 'Authenticator app set up',
    text: 'All your other sessions have ended.',
    kind: 'success',
  },
  authenticatorRemoved: {
    title: 'Authenticator app removed',
    text: 'All your other sessions have ended.',
    kind: 'success',
  },
} satisfies Messages;
