import type { Messages } from './messages.ts';

/** The settings of a member. */
export const profileMessages = {
  details: {
    saved: { title: 'Profile updated', kind: 'success' },
    failed: {
      title: 'Error updating profile',
      text: 'There was a problem updating your profile. Please try again.',
      kind: 'error',
    },
  },
  preferences: {
    saved: { title: 'Preferences updated', kind: 'success' },
    failed: {
      title: 'Error updating preferences',
      text: 'There was a problem updating your preferences. Please try again.',
      kind: 'error',
    },
  },
  email: {
    saved: { title: 'Email settings updated', kind: 'success' },
    failed: {
      title: 'Error updating email settings',
      text: 'There was a problem updating your email settings. Please try again.',
      kind: 'error',
    },
  },
  savedAt: (time) => `Saved ${time}`,
  notSaved: 'Not saved. What you typed is still here.',
  notSavedYet: 'Not saved yet',
  losesCohort: 'Your cohort belongs to the other course. Saving gives it up, and you choose a new one.',
  keepsPlace: (course) => `Your paid place is in ${course}. It and your receipt stay as they are.`,
} satisfies Messages;
