import type { Page } from '@playwright/test';
import { expect, test, type Portal } from './portal.ts';

const cardOf = ({ page }: Portal, title: string) => page.getByRole('article', { name: title });
const first = 'Your first attack, and how it is stopped';
const register = (portal: Portal, title = first) =>
  cardOf(portal, title).getByRole('button', { name: 'Register', exact: true });
const unregister = (portal: Portal, title = first) =>
  cardOf(portal, title).getByRole('button', { name: 'Unregister', exact: true });
const registeredOf = async (portal: Portal) => (await portal.readMember()).customFields['registeredWebinars'];

/** Lets the service refuse each change. */
const refuses = (page: Page, status: number, error: { code: string; message: string }) =>
  page.route('**/enrolment/webinars', (route) => route.fulfill({ status, json: { error } }));

test('three courses have three webinars each, on two clocks', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/events');
  await expect(page.getByRole('tab')).toHaveText(['Cyber Security', 'Data Science & AI', 'Software Engineering']);
  for (const name of ['Cyber Security', 'Data Science & AI', 'Software Engineering']) {
    await page.getByRole('tab', { name }).click();
    // Staff of another journey may have published a fourth.
    const webinars = page.getByRole('tabpanel', { name }).getByRole('article');
    await expect.poll(() => webinars.count()).toBeGreaterThanOrEqual(3);
  }
  await page.getByRole('tab', { name: 'Cyber Security' }).click();
  const card = cardOf(portal, first);
  await expect(card).toContainText('6:00 pm to 7:30 pm (Sydney time)');
  await expect(card).toContainText('8:00 pm to 9:30 pm (Auckland, your time)');
  for (const said of ['90 minutes', 'Daniel, penetration tester', '120 attendees', 'Technical'])
    await expect(card).toContainText(said);
});

test('somebody registers for a webinar, is written to, and unregisters', async ({ portal }) => {
  const person = await portal.arrivesPreapproved();
  await portal.open('resources/events');
  await register(portal).click();
  await portal.sees('Registration Successful');
  await expect(cardOf(portal, first)).toContainText('You are registered');
  expect(JSON.parse((await registeredOf(portal)) ?? '')).toEqual(['cyber-first-attack']);
  await portal.getMail(person.email, /registered.*Your first attack/i);

  await unregister(portal).click();
  await portal.sees('Unregistered Successfully');
  await expect(register(portal)).toBeFocused();
  expect(JSON.parse((await registeredOf(portal)) ?? '')).toEqual([]);
});

test('registering twice, failing and having left are each told apart', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/events');

  await test.step('registered on another device meanwhile', async () => {
    // The page has seen how things stood before.
    await expect(register(portal)).toBeVisible();
    await portal.calls('/enrolment/webinars', { partner: 'uts', registeredWebinars: { add: 'cyber-first-attack' } });
    await register(portal).click();
    await portal.sees('Already Registered');
    await portal.sees("You're already registered for this webinar.");
    await expect(unregister(portal)).toBeVisible();
  });

  await test.step('cancelled since the page was opened', async () => {
    const title = 'Cyber Security: your questions';
    await refuses(page, 404, { code: 'webinar-not-found', message: 'This webinar does not exist.' });
    const list = '**/enrolment/webinars?partner=uts';
    await page.route(list, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { title: string }[] };
      await route.fulfill({ response, json: { data: data.filter((webinar) => webinar.title !== title) } });
    });
    await register(portal, title).click();
    await portal.sees('This webinar does not take place any more.');
    await expect(cardOf(portal, title)).toHaveCount(0);
    await page.unroute('**/enrolment/webinars');
    await page.unroute(list);
  });

  await test.step('changed too often in an hour', async () => {
    const message = 'Too many attempts. Please wait a moment and try again.';
    await refuses(page, 429, { code: 'too-many-requests', message });
    await unregister(portal).click();
    await portal.sees(message);
    await page.unroute('**/enrolment/webinars');
  });

  await test.step('the service does not answer', async () => {
    await page.route('**/enrolment/webinars', (route) => route.abort());
    // Waited for from before the press: the message is shown for seven seconds.
    await Promise.all([
      portal.sees('Failed to unregister from the webinar. Please try again.'),
      unregister(portal).click(),
    ]);
    await Promise.all([
      portal.sees('Failed to register for the webinar. Please try again.'),
      register(portal, 'A day in a security team').click(),
    ]);
    await page.unroute('**/enrolment/webinars');
  });

  await test.step('nobody is logged in any more', async () => {
    await page.context().clearCookies();
    await register(portal, 'A day in a security team').click();
    await portal.isAt('login');
  });
});
