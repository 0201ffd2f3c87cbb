import type { Locator } from '@playwright/test';
import { expect, test, type DemoSite } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** The fields of a site in its dialogs. */

const service = process.env.INTAKE_URL!;

/** Calls the public client of the page. */
const calls = <Result>({ page }: DemoSite, name: string, ...given: unknown[]): Promise<Result> =>
  page.evaluate(
    ([method, all]) =>
      (window as unknown as { Intake: Record<string, (...each: unknown[]) => Promise<Result>> }).Intake[method]!(
        ...all,
      ),
    [name, given] as const,
  );

/** Opens a dialog. @returns its screen, and how it will have ended */
function opens(site: DemoSite, name: string, id: string) {
  const ended = calls(site, 'openModal', name);
  // It may fail before the journey waits for it.
  ended.catch(() => undefined);
  return { screen: site.page.locator(`#${id}`), ended };
}

const type = (within: Locator, label: string, text: string) =>
  within.getByRole('textbox', { name: label, exact: true }).fill(text);
const press = (within: Locator, name: string) => within.getByRole('button', { name, exact: true }).click();

test('a boolean field is a box to tick, at sign-up and in the profile', async ({ site }) => {
  await site.opens('/');
  const { screen, ended } = opens(site, 'SIGNUP', 'SignupModal');
  const person = buildPerson();
  const box = screen.getByRole('checkbox', { name: 'Newsletter' });
  await expect(box).not.toBeChecked();
  await screen.getByText('Newsletter').click();
  await expect(box).toBeChecked();
  await type(screen, 'Email Address', person.email);
  await type(screen, 'Password', person.password);
  await press(screen, 'Sign up');
  expect(await ended).toMatchObject({ data: { member: { customFields: { newsletter: 'true' } } } });
  await calls(site, 'hideModal');

  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal');
  const kept = profile.getByRole('checkbox', { name: 'Newsletter' });
  await expect(kept).toBeChecked();
  await kept.uncheck();
  await press(profile, 'Save');
  await expect(site.page.locator('.ms-messages [role=status]')).toHaveText('Your profile has been updated.');
  const { data } = await calls<{ data: object | null }>(site, 'getCurrentMember');
  expect(data).toMatchObject({ customFields: { newsletter: 'false' } });
});

test('a box that is left unticked at sign-up is sent as such, a text that is left empty is not', async ({ site }) => {
  await site.opens('/');
  const { screen } = opens(site, 'SIGNUP', 'SignupModal');
  const person = buildPerson();
  await type(screen, 'Email Address', person.email);
  await type(screen, 'Password', person.password);
  const sent = site.page.waitForRequest(`${service}/auth/signup`);
  await press(screen, 'Sign up');
  const { customFields } = (await sent).postDataJSON() as { customFields: object };
  expect(customFields).toMatchObject({ newsletter: 'false' });
  expect(customFields).not.toHaveProperty('first-name');
});

test('what was typed at sign-up is kept by who goes on with a provider', async ({ site }) => {
  await site.opens('/');
  const { screen, ended } = opens(site, 'SIGNUP', 'SignupModal');
  await type(screen, 'First name', 'Ana');
  await screen.getByText('Newsletter').click();
  await site.passesProvider(() => press(screen, 'Continue with Local account'), buildPerson().email);
  expect(await ended).toMatchObject({
    data: { member: { customFields: { 'first-name': 'Ana', newsletter: 'true' } } },
  });
});

test('a robot that fills in the hidden field of sign-up sends nothing, and is told nothing', async ({ site }) => {
  const sent: string[] = [];
  site.page.on('request', (request) => sent.push(request.url()));
  await site.opens('/');
  const { screen } = opens(site, 'SIGNUP', 'SignupModal');
  const person = buildPerson();
  await type(screen, 'Email Address', person.email);
  await type(screen, 'Password', person.password);
  await screen
    .locator('input[name="website"]')
    .evaluate((field: HTMLInputElement) => (field.value = 'https://spam.example'));
  await press(screen, 'Sign up');
  await expect(screen.getByRole('textbox', { name: 'Email Address' })).toHaveValue('');
  await expect(screen.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  await expect(site.page.locator('.ms-message')).toHaveText(['', '']);
  expect(sent.filter((url) => url.includes('/auth/'))).toEqual([]);
  // Negative control: without it the same sign-up is sent.
  await type(screen, 'Email Address', person.email);
  await type(screen, 'Password', person.password);
  await press(screen, 'Sign up');
  await expect.poll(() => sent.filter((url) => url.includes('/auth/signup')).length).toBe(1);
});

test('a field that the site does not ask for at sign-up stands in the profile alone', async ({ site, request }) => {
  await site.page.route(`${service}/app`, async (route) => {
    const answer = await request.get(route.request().url(), { headers: route.request().headers() });
    const { data } = (await answer.json()) as { data: { customFields: { key: string }[] } };
    const customFields = data.customFields.map((field) => ({ ...field, askAtSignup: field.key !== 'workshop' }));
    await route.fulfill({ response: answer, json: { data: { ...data, customFields } } });
  });
  await site.signsUp();
  await calls(site, 'logout');
  const { screen } = opens(site, 'SIGNUP', 'SignupModal');
  await expect(screen.getByLabel('First name')).toBeVisible();
  await expect(screen.getByLabel('Favourite workshop')).toHaveCount(0);
  await calls(site, 'hideModal');
  await site.signsUp();
  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal');
  await expect(profile.getByLabel('Favourite workshop')).toBeVisible();
});

test('a profile shows what is saved where nothing else was typed, and what was typed until it is saved', async ({
  site,
}) => {
  await site.signsUp();
  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal');
  const field = (name: string) => profile.getByRole('textbox', { name, exact: true });
  const save = profile.getByRole('button', { name: 'Save' });
  const savesElsewhere = (name: string) =>
    calls(site, 'updateMember', { customFields: { 'first-name': name, newsletter: 'true' } });
  await expect(field('First name')).toHaveValue('Ana');

  await press(profile, 'Security');
  await savesElsewhere('Bea');
  await press(profile, 'Profile');
  await expect(field('First name')).toHaveValue('Bea');
  await expect(profile.getByRole('checkbox', { name: 'Newsletter' })).toBeChecked();
  await expect(save).toBeDisabled();

  await field('First name').fill('Cleo');
  await press(profile, 'Security');
  await press(profile, 'Profile');
  await expect(field('First name')).toHaveValue('Cleo');
  await save.click();
  await expect(site.page.locator('.ms-messages [role=status]')).toHaveText('Your profile has been updated.');
  await press(profile, 'Security');
  await savesElsewhere('Dora');
  await press(profile, 'Profile');
  await expect(field('First name')).toHaveValue('Dora');
});

test('a profile shows the new address once it is saved, whatever stood there before', async ({ site }) => {
  await site.signsUp();
  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal');
  const address = profile.getByRole('textbox', { name: 'Email Address' });
  const save = profile.getByRole('button', { name: 'Save' });
  const leavesAndReturns = async () => {
    await press(profile, 'Change Password');
    await press(profile, 'Security');
  };
  await press(profile, 'Security');
  await leavesAndReturns();
  const [mistyped, { email }] = ['mistyped@example.org', buildPerson()];
  await address.fill(mistyped);
  await leavesAndReturns();
  await expect(address).toHaveValue(mistyped);
  await address.fill(email);
  await save.click();
  await expect(site.page.locator('.ms-messages [role=status]')).toHaveText(/Please confirm your new email address/);
  await expect(address).toHaveValue(email);
  await expect(save).toBeDisabled();
});

test('a profile shows a text of several lines in one, and leaves it as it is unless changed', async ({ site }) => {
  await site.signsUp();
  const workshop = 'Turning\r\n\nand carving';
  await calls(site, 'updateMember', { customFields: { workshop } });
  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal');
  await expect(profile.getByLabel('Favourite workshop')).toHaveValue('Turning and carving');
  const save = profile.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await type(profile, 'First name', 'Bea');
  await save.click();
  await expect(site.page.locator('.ms-messages [role=status]')).toHaveText('Your profile has been updated.');
  const { data } = await calls<{ data: object | null }>(site, 'getCurrentMember');
  expect(data).toMatchObject({ customFields: { 'first-name': 'Bea', workshop } });
});
