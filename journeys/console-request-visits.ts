import { randomBytes } from 'node:crypto';
import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';
import { randomAddress } from './portal.ts';

const newAddress = () => `lead-${randomBytes(6).toString('hex')}@example.org`;

/** Sends the form for a course outline. @returns its address */
export async function sendLead(
  { page }: Console,
  partner = 'uts',
  course = 'data',
  email = newAddress(),
): Promise<string> {
  const sent = await page.request.post('/enrolment/leads', {
    headers: { 'x-api-key': 'pk_sb_enrolment', 'x-forwarded-for': randomAddress() },
    data: { partner, course, firstName: 'Mere', lastName: 'Tau', phone: '+64 21 555 0100', email },
  });
  expect(sent.status()).toBe(200);
  return email;
}

/** Opens a new lead. @returns its address */
export async function opensLead(staff: Console, partner?: string): Promise<string> {
  const email = await sendLead(staff, partner);
  await staff.open(`/requests?search=${email}`);
  await staff.page.locator('tr[data-index="0"]').getByRole('link').first().click();
  await staff.sees('Course outline: Mere Tau');
  return email;
}

/** Screens of requests in their states. */
export const requestVisits: Readonly<Record<string, ConsoleVisit>> = {
  requests: { path: '/requests', act: (staff) => sendLead(staff) },
  'requests-none': { path: '/requests?search=nothing-like-this' },
  request: { path: '/requests', act: (staff) => opensLead(staff) },
  'request-errors': {
    path: '/requests',
    async act(staff) {
      await opensLead(staff);
      await staff.presses('Send the answer');
      await expect(staff.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'request-mail': {
    path: '/requests',
    async act(staff) {
      await opensLead(staff);
      await staff.page.getByLabel('Answer', { exact: true }).fill('Hello {first name},\n\nthe course begins in March.');
      await staff.presses('Look at the mail');
      await expect(staff.page.getByTitle('The answer as it will look')).toBeVisible();
    },
  },
  'requests-calendar': { path: '/requests/calendar' },
  'requests-calendar-list': { path: '/requests/calendar?view=list' },
  'requests-texts': { path: '/requests/texts?partner=uts' },
};
