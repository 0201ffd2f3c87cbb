import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';

const questions = '/content/vcu/faq.eligibility';
const firstAnswer = (staff: Console) => staff.page.getByLabel('Answer').first();

/** The screens of page content. Nothing is published here: other journeys read the pages. */
export const contentVisits: Record<string, ConsoleVisit> = {
  content: { path: '/content?partner=vcu', act: (owner) => owner.sees('Figures') },
  'content-admissions': { path: '/content?partner=uts', as: 'admissions', act: (staff) => staff.sees('Figures') },
  'content-questions': { path: questions, act: (owner) => expect(firstAnswer(owner)).toBeVisible() },
  'content-errors': {
    path: questions,
    async act(owner) {
      await firstAnswer(owner).fill('A {programm}.');
      await owner.presses('Save the draft');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'content-facts': {
    path: '/content/vcu/course.data.facts',
    act: (owner) => expect(owner.page.getByLabel('Promise')).toBeVisible(),
  },
  'content-instructors': {
    path: '/content/vcu/course.cyber.instructors',
    act: (owner) => expect(owner.page.getByLabel('Role').first()).toBeVisible(),
  },
  'content-figure': {
    path: '/content/vcu/figure.placement',
    act: (owner) => expect(owner.page.getByLabel('Source')).toBeVisible(),
  },
  'content-of-all-partners': {
    path: '/content/all/faq.general',
    as: 'admissions',
    act: (staff) => staff.sees('History'),
  },
  'content-preview': {
    path: '/content/vcu/faq.jobProspects',
    async act(owner) {
      await firstAnswer(owner).fill(`The rate is {claim.placement}, looked at ${Date.now()}.`);
      await owner.presses('Preview');
      await expect(owner.page.getByText('The preview is ready')).toBeVisible();
    },
  },
  'content-publishing': {
    path: '/content/vcu/faq.cohortDates',
    isFold: true,
    async act(owner) {
      await firstAnswer(owner).fill(`See the course pages, as of ${Date.now()}.`);
      await owner.presses('Publish…');
      await expect(owner.page.getByRole('dialog')).toBeVisible();
    },
  },
};
