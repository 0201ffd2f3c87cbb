import { buildPerson, expect, test } from './portal.ts';

const fillIn = async (portal: Parameters<Parameters<typeof test>[2]>[0]['portal'], email: string) => {
  await portal.page.getByRole('combobox', { name: 'Course' }).selectOption({ label: 'Data Science & AI' });
  await portal.types('First name', 'Ana');
  await portal.types('Last name', 'Silva');
  await portal.types('Email', email);
  await portal.types('Phone', '+64 21 555 0100');
};

/** The page's text without the address. */
const textFor = async (portal: Parameters<Parameters<typeof test>[2]>[0]['portal'], email: string) =>
  (await portal.page.getByRole('main').innerText()).replaceAll(email, 'the address');

test('a visitor asks for a course outline, chooses a password, reads it and logs in', async ({ portal, page }) => {
  const { email, password } = buildPerson();

  await test.step('what is missing is told, and what was typed survives a reload', async () => {
    await portal.open('test');
    await portal.presses('Get Course Outline');
    await portal.sees('Please fill out all fields');
    for (const said of ['Choose a course', 'Enter your last name', 'Enter your phone number']) await portal.sees(said);
    await fillIn(portal, email);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  });

  await test.step('the password step comes next, from its top, and survives a reload too', async () => {
    await portal.presses('Get Course Outline');
    await portal.sees('Information submitted successfully');
    await expect(page.getByRole('heading', { level: 1, name: 'Create Password' })).toBeFocused();
    await expect.poll(async () => page.evaluate(() => window.scrollY)).toBe(0);
    await page.reload();
    await portal.sees(/We have also emailed a link/);
  });

  await test.step('a short password is refused, a good one opens the outline', async () => {
    await portal.types(/^Password/, 'short');
    await portal.presses('Set Password & View Outline');
    await portal.sees('Password must be at least 8 characters');
    await portal.types(/^Password/, password);
    await portal.presses('Set Password & View Outline');
    await portal.isAt('resources/course-outlines');
    await portal.sees('Here is your outline');
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Data Science & AI');
    await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
    await portal.isAccessible();
  });

  await test.step('the password opens the account', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await portal.types(/^Password/, password);
    await portal.presses('Log In');
    await portal.isAt('eligibility');
  });

  expect((await portal.readMember()).customFields).toMatchObject({
    'course-selected': 'data',
    'password-set': 'true',
    source: 'course-outline-download',
  });

  await test.step('whoever can log in is sent from the form to the outlines', async () => {
    await portal.open('test');
    await portal.isAt('resources/course-outlines');
  });
});

test('the mailed link opens the password step on another day, once', async ({ portal, page }) => {
  const { email, password } = buildPerson();
  await portal.open('test');
  await fillIn(portal, email);
  await portal.presses('Get Course Outline');
  await portal.sees('Create Password');
  const { text } = await portal.getMail(email, /course outline/);
  const link = /http\S+#link=[\w-]+/.exec(text)![0];

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await portal.sees(email);
  await portal.types(/^Password/, password);
  await portal.presses('Set Password & View Outline');
  await portal.sees('Password set successfully!');
  await portal.isAt('resources/course-outlines');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await portal.sees(/This link is not valid any more/);
  await portal.isAccessible();
});

test('an address with an account meets the same screens as a new one, and its password stays', async ({
  portal,
  page,
}) => {
  const person = await portal.registers();
  await page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await portal.isAt('login');

  const seen: string[][] = [];
  for (const email of [buildPerson().email, person.email]) {
    await portal.open('test');
    await fillIn(portal, email);
    await portal.presses('Get Course Outline');
    await portal.sees('Create Password');
    const passwordStep = await textFor(portal, email);
    await portal.types(/^Password/, buildPerson().password);
    await portal.presses('Set Password & View Outline');
    await portal.sees('Here is your outline');
    await expect(page.getByText('Password set successfully!')).toHaveCount(0);
    seen.push([passwordStep, page.url(), await textFor(portal, email)]);
    await page.evaluate(() => sessionStorage.clear());
  }
  expect(seen[1]).toEqual(seen[0]);

  // Another tab has asked for nothing.
  await portal.open('resources/course-outlines');
  await portal.isAt('login');
  await portal.types('Email', person.email);
  await portal.types(/^Password/, person.password);
  await portal.presses('Log In');
  await portal.isAt('eligibility');
  expect((await portal.getMail(person.email, /course outline/)).text).toContain('You have an account already');
});
