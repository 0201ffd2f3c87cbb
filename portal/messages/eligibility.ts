import type { Messages } from './messages.ts';

const takeItAgain = 'You can take the check again.';

/** The eligibility check. */
export const eligibilityMessages = {
  fixErrors: 'Please fix the highlighted errors before continuing.',
  fullNameMissing: 'Full name is required',
  emailInvalid: 'Invalid email address',
  phoneMissing: 'Phone number is required',
  phoneDoubtful:
    'A consultant may not be able to reach this number. Is its country code there, such as +64 21 555 0134? You can go on all the same.',
  levelMissing: 'Please select your education level',

  preapproved: { title: "You're pre-approved", text: 'Next: choose your course and dates.', kind: 'success' },
  notSaved: { title: 'There was a problem saving your information. Please try again.', kind: 'error' },
  retaken: { title: 'Assessment Reset', text: takeItAgain, kind: 'success' },
  retakeFailed: { title: 'Failed to reset assessment. Please try again.', kind: 'error' },
  rechecked: { title: 'Eligibility Reset', text: takeItAgain, kind: 'success' },
  recheckFailed: { title: 'Failed to reset eligibility status. Please try again.', kind: 'error' },
} satisfies Messages;
