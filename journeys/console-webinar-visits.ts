import { expect } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';

const imported = '/webinars/cyber-questions';

/** The screens of webinars. */
export const webinarVisits: Record<string, ConsoleVisit> = {
  webinars: { path: '/webinars' },
  'webinars-admissions': { path: '/webinars', as: 'admissions' },
  'webinar-new': { path: '/webinars/new' },
  'webinar-new-errors': {
    path: '/webinars/new',
    async act(owner) {
      await owner.presses('Create the webinar');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  webinar: { path: imported, act: (owner) => owner.sees('Occasions') },
  'webinar-of-all-partners': { path: imported, as: 'admissions', act: (staff) => staff.sees('Occasions') },
  'webinar-cancelling': {
    path: imported,
    isFold: true,
    async act(owner) {
      await owner.presses('Cancel the webinar…');
      await expect(owner.page.getByRole('dialog')).toBeVisible();
    },
  },
  'webinar-attendees': { path: `${imported}/attendees` },
};
