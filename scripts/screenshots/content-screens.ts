import type { PageName } from '../../shared/portal-pages.ts';
import type { Portal } from '../../journeys/portal.ts';
import { newcomer, preapproved } from './people.ts';
import type { Screen } from './screen.ts';

const read = (name: string, page: PageName): Screen => ({ name, page, as: preapproved });

/** One screen for each tab of a page. */
const tabs = (name: string, page: PageName, labels: readonly string[]): Screen[] =>
  labels.map((label) => ({
    name: `${name}-${label.toLowerCase().replaceAll(/\W+/g, '-')}`,
    page,
    as: preapproved,
    act: (portal) => portal.page.getByRole('tab', { name: label }).click(),
  }));

const courseNames = ['Cyber Security', 'Data Science & AI', 'Software Engineering'];

const never = () => new Promise<void>(() => undefined);

async function opensAll({ page }: Portal): Promise<void> {
  const closed = page.locator('main button[aria-controls][aria-expanded=false]').filter({ visible: true });
  await closed.first().waitFor();
  while ((await closed.count()) > 0) await closed.first().click();
}

/** What there is to read, and the profile. */
export const contentScreens: Screen[] = [
  ...tabs('profile', 'profile', ['Details', 'Preferences', 'Email', 'Security']),
  {
    name: 'profile-saved',
    page: 'profile',
    as: preapproved,
    isFold: true,
    async act(portal) {
      await portal.types('Phone', '+64 21 555 0177');
      await portal.presses('Save Changes');
      await portal.sees('Profile updated');
    },
  },
  ...tabs('faq', 'faq', ['General', 'Eligibility', 'Cohort Dates', 'Job Prospects']),
  { ...read('faq-open', 'faq'), act: opensAll },
  read('course-cyber', 'cyber'),
  read('course-data', 'data'),
  read('course-software', 'software'),
  { name: 'course-new-member', page: 'cyber', as: newcomer },
  { ...read('course-open', 'cyber'), act: opensAll },
  ...tabs('outlines', 'courseOutlines', courseNames),
  read('consultation', 'careerConsultation'),
  {
    ...read('consultation-schedule', 'careerConsultation'),
    isFold: true,
    act: (portal) => portal.presses('Schedule Consultation'),
  },
  {
    ...read('consultation-support-error', 'careerConsultation'),
    act: (portal) => portal.presses('Send Support Request'),
  },
  {
    ...read('consultation-support-sent', 'careerConsultation'),
    async act(portal) {
      await portal.types('Your message', 'Can I still take the part-time course?');
      await portal.presses('Send Support Request');
      await portal.sees('Your message is on its way');
    },
  },
  read('case-studies', 'caseStudies'),
  ...tabs('events', 'events', courseNames),
  {
    ...read('events-registered', 'events'),
    async act(portal) {
      await portal.page
        .getByRole('button', { name: /^Register/ })
        .first()
        .click();
      await portal.sees('Registration Successful');
    },
  },
  {
    ...read('events-loading', 'events'),
    isBusy: true,
    isFold: true,
    before: ({ page }) => page.route('**/member', never),
    act: ({ page }) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    ...read('events-failed', 'events'),
    isFold: true,
    before: ({ page }) => page.route('**/enrolment/webinars', (route) => route.abort()),
    async act(portal) {
      await portal.page
        .getByRole('button', { name: /^Register/ })
        .first()
        .click();
      await portal.sees('Failed to register');
    },
  },
  ...(['terms', 'privacy', 'accessibility', 'refunds'] as const).map((page): Screen => ({
    name: `legal-${page}`,
    page,
  })),
];
