import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import { accounts, Console, expect, test } from './console.ts';
import { buildPerson, randomAddress } from './portal.ts';
import { openNetwork } from './visitors-network.ts';

/** A customer's page on an origin of its own. */
async function servePage(body: () => string) {
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(body()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Presses and fields that a newcomer needs, each one step. A story that takes more has become harder. */
class Steps {
  taken = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(name: string | RegExp, role: 'button' | 'link' | 'tab' | 'menuitem' = 'button'): Promise<void> {
    this.taken += 1;
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.taken += 1;
    await this.page.getByLabel(label, { exact: true }).filter({ visible: true }).last().fill(text);
  }
}

/** Somebody signs up at the demonstration site, and logs in there. @returns their tab */
async function openMembersTab(page: Page, request: APIRequestContext, person: { email: string; password: string }) {
  const data = { ...person, customFields: { 'first-name': 'Wanda' } };
  expect((await request.post('/auth/signup', { headers: { 'x-api-key': 'pk_sb_demo' }, data })).ok()).toBe(true);
  await page.goto(process.env.INTAKE_DEMO_URL!);
  await page.getByRole('link', { name: 'Log in here' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email Address').fill(person.email);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Wanda' })).toBeVisible();
  return page;
}

test('A newcomer signs in with a printed account, helps a member, and makes a site that works on a page', async ({
  browser,
  staff: atTheDoor,
  request,
}) => {
  const networks = [await openNetwork(randomAddress()), await openNetwork(randomAddress())];
  const arrive = async (at: number) => {
    const { proxy } = networks[at]!;
    const storageState = at === 0 ? await atTheDoor.page.context().storageState() : undefined;
    const options = { proxy, storageState, baseURL: process.env.INTAKE_URL, extraHTTPHeaders: {} };
    return (await browser.newContext(options)).newPage();
  };

  await test.step('The accounts and their codes are where the printed lines say', async () => {
    await atTheDoor.page.goto('/dev/authenticator');
    await expect(atTheDoor.page.getByText(accounts.owner)).toBeVisible();
    await expect(atTheDoor.page.getByText(/\d{3} ?\d{3}/).first()).toBeVisible();
    await atTheDoor.signsIn(accounts.owner);
  });
  const page = await arrive(0);
  const visitor = await arrive(1);
  const staff = new Console(page);
  const steps = new Steps(page);

  const members = new Steps(page);
  const { email, password } = buildPerson();
  const theirs = await openMembersTab(visitor, request, { email, password });
  await test.step('Half a name finds the member', async () => {
    await staff.open('/sites/app_demo/site');
    await members.press('Members', 'link');
    await members.fill('Search', email.slice(0, email.indexOf('@') - 2));
    // Until the search answers, the list of before is shown, where others may have the name.
    await expect(page.getByRole('link', { name: 'Wanda', exact: true })).toHaveCount(1);
    await members.press('Wanda', 'link');
    await staff.sees('Wanda');
  });
  await test.step('A field is changed, a plan is given', async () => {
    await members.press('Fields', 'tab');
    await members.fill('First name', 'Wendy');
    await members.press('Save the fields');
    await expect(page.getByText('The fields are saved')).toBeVisible();
    await members.press('Plans', 'tab');
    members.taken += 1;
    await page.getByLabel('Give a free plan').selectOption({ label: 'Friend of the workshop' });
    await members.press('Give');
    await expect(page.getByRole('button', { name: /^Take/ })).toBeVisible();
  });
  await test.step('Both stand in the timeline, with who did it', async () => {
    await members.press('Timeline', 'tab');
    await expect(page.getByRole('tabpanel').getByText('Olga Owner').first()).toBeVisible();
  });
  await test.step("The member's own tab has them", async () => {
    await theirs.reload();
    await expect(theirs.getByRole('link', { name: 'Wendy' })).toBeVisible();
    await expect(theirs.getByText('You are a friend of the workshop.')).toBeVisible();
  });
  expect(members.taken, 'steps to find a member, change a field and give a plan').toBeLessThanOrEqual(10);

  await test.step('A site with two plans is made without a word of documentation', async () => {
    await steps.press('New site', 'link');
    await steps.fill('What the site is called', 'Harbour Club');
    await page.getByLabel('Name', { exact: true }).fill('Crew');
    await page.getByLabel('Name (optional)').fill('Skipper');
    await page.getByLabel('Amount').fill('19');
    steps.taken += 3;
    await steps.press('Create the site');
    await staff.sees('Harbour Club');
  });
  const copied = (name: string) => page.getByRole('group', { name }).innerText();
  let head = '';
  let body = '<p>A page of the club.</p>';
  const customers = await servePage(
    () =>
      `<!doctype html><html lang="en"><head><title>Club</title>${head}</head><body>${body}<p data-ms-content="members">You are a member.</p></body></html>`,
  );
  await test.step('The check says first that the script is missing, then that it is there', async () => {
    await steps.fill('Address of a page', customers.url);
    await steps.press('Check the page');
    await expect(page.getByText('The script is not on this page')).toBeVisible();
    head = await copied('Install script');
    body += await copied('Button to join');
    steps.taken += 2;
    await steps.press('Check the page');
    await expect(page.getByText('The script is on this page')).toBeVisible();
  });
  await test.step('The button opens the dialog, and the visitor is a member', async () => {
    await visitor.goto(customers.url);
    await visitor.getByRole('button', { name: 'Join' }).click();
    const dialog = visitor.getByRole('dialog');
    await dialog.getByLabel('Email').fill(`crew-${Date.now()}@example.org`);
    await dialog.getByRole('textbox', { name: 'Password' }).fill('anchor-in-the-morning');
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(visitor.getByText('You are a member.')).toBeVisible();
  });
  expect(steps.taken, 'steps from the console to a page that works').toBeLessThanOrEqual(12);

  customers.close();
  for (const network of networks) network.close();
  expect(networks.flatMap(({ refused }) => refused)).toEqual([]);
  await page.context().close();
  await visitor.context().close();
});
