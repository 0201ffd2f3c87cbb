import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { accounts, expect, test as staffTest } from './console.ts';
import { holdsBack, losesTheAnswer, randomAddress } from './portal.ts';
import { openNetwork, type Network } from './visitors-network.ts';

/** Opens the console as the owner, or a customer's page as a visitor, as on another computer. */
type Arrive = (as?: 'owner' | 'visitor') => Promise<Page>;

// Not by a header of the browser's, as other journeys do: it would be sent to a customer's page and to the frame without
// an origin, too, where it is not allowed (CORS).
const test = staffTest.extend<{ arrive: Arrive }>({
  arrive: async ({ browser, ownerState }, use) => {
    const networks: Network[] = [];
    await use(async (as = 'owner') => {
      const network = await openNetwork(randomAddress());
      networks.push(network);
      const { proxy } = network;
      const storageState = as === 'owner' ? ownerState : undefined;
      const context = await browser.newContext({
        proxy,
        baseURL: process.env.INTAKE_URL,
        storageState,
        extraHTTPHeaders: {},
      });
      return context.newPage();
    });
    for (const network of networks) network.close();
    expect(
      networks.flatMap(({ refused }) => refused),
      'no request leaves the machine',
    ).toEqual([]);
  },
});

/** A customer's page on an origin of its own. */
async function servePage(body: () => string) {
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(body()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('an owner makes a site with two plans, pastes its script into a page, and sees it work', async ({ arrive }) => {
  const page = await arrive();
  await page.goto('/console/sites/new');
  await page.getByLabel('What the site is called').fill('Harbour <b>Club</b>');
  await page.getByLabel('Name', { exact: true }).fill('Crew');
  await page.getByLabel('Name (optional)').fill('Skipper');
  await page.getByLabel('Amount').fill('19.00');
  await page.getByRole('button', { name: 'Create the site' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour <b>Club</b>' })).toBeVisible();
  await expect(page.getByText('Test mode').first()).toBeVisible();

  const snippet = await page.getByRole('group', { name: 'Install script' }).innerText();
  let head = '';
  const customers = await servePage(
    () => `<!doctype html><html lang="en"><head><title>Club</title>${head}</head><body>
      <button data-ms-modal="signup">Join</button><p data-ms-content="members">You are a member.</p></body></html>`,
  );
  const look = async () => {
    await page.getByLabel('Address of a page').fill(customers.url);
    await page.getByRole('button', { name: 'Check the page' }).click();
  };
  await look();
  await expect(page.getByText('The script is not on this page')).toBeVisible();
  head = snippet;
  await look();
  await expect(page.getByText('The script is on this page')).toBeVisible();

  const visitor = await arrive('visitor');
  await visitor.goto(customers.url);
  await visitor.getByRole('button', { name: 'Join' }).click();
  const dialog = visitor.getByRole('dialog');
  await dialog.getByLabel('Email').fill(`crew-${Date.now()}@example.org`);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('anchor-in-the-morning');
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(visitor.getByText('You are a member.')).toBeVisible();
  customers.close();
});

test('a change is shown in plain words before it is saved, and a colleague’s is not lost', async ({ arrive }) => {
  const [one, other] = [await arrive(), await arrive()];
  await one.goto('/console/sites/new');
  await one.getByLabel('What the site is called').fill('Two editors');
  await one.getByLabel('Name', { exact: true }).fill('Crew');
  await one.getByRole('button', { name: 'Create the site' }).click();
  await expect(one.getByRole('heading', { level: 1, name: 'Two editors' })).toBeVisible();
  const address = new URL(one.url()).pathname;

  for (const page of [one, other]) {
    await page.goto(`${address}/branding`);
    await expect(page.getByLabel('Main button').first()).toBeVisible();
  }
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  };
  await one.getByLabel('Main button', { exact: true }).first().fill('#1E5C41');
  await one.getByRole('button', { name: 'Review and save' }).click();
  await expect(one.getByRole('dialog')).toContainText('Branding › Colours in light › Main button');
  await one.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(one.getByRole('button', { name: 'Review and save' })).toBeHidden();

  const links = other.getByLabel('Links', { exact: true }).first();
  await links.fill('#003366');
  const readAnew = other.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith('/settings'),
  );
  await other.getByRole('button', { name: 'Review and save' }).click();
  await expect(other.getByText('Somebody else has saved meanwhile')).toBeVisible();
  await (await readAnew).finished();
  await expect(other.getByLabel('Main button', { exact: true }).first()).toHaveValue('#1E5C41');
  // What was read before the save is not what is saved, however long the next reading takes.
  const question = Promise.withResolvers<void>();
  await other.route('**/settings', async (route) => {
    if (route.request().method() === 'GET') await question.promise;
    await route.continue();
  });
  await save(other);
  await expect(other.getByRole('button', { name: 'Review and save' })).toBeHidden();
  await expect(links).toHaveValue('#003366');
  question.resolve();
  await expect(other.getByText('Saved. Pages take it over within ten seconds.')).toBeVisible();
  await expect(links).toHaveValue('#003366');
  await one.reload();
  await expect(one.getByLabel('Main button', { exact: true }).first()).toHaveValue('#1E5C41');
  await expect(one.getByLabel('Links', { exact: true }).first()).toHaveValue('#003366');
  // The dialog beside it is the widget's own, in a frame that reaches nothing of ours.
  await expect(one.frameLocator('iframe').getByRole('dialog').getByLabel('Email')).toBeVisible();
});

test('settings that are changed while others are saved stay, and are saved next', async ({ owner }) => {
  const { page } = owner;
  await owner.open('/sites/new');
  await page.getByLabel('What the site is called').fill('Slow line');
  await page.getByLabel('Name', { exact: true }).fill('Crew');
  await owner.presses('Create the site');
  await owner.sees('Slow line');
  await owner.open(`${new URL(page.url()).pathname.replace('/console', '')}/branding`);
  const button = page.getByLabel('Main button', { exact: true }).first();
  const links = page.getByLabel('Links', { exact: true }).first();
  const dialog = page.getByRole('dialog');
  await button.fill('#1E5C41');
  await owner.presses('Review and save');
  await expect(dialog).toContainText('Branding › Colours in light › Main button');
  const letPass = await holdsBack(page, '**/settings');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await links.fill('#003366');
  letPass();
  await expect(page.getByText('Saved. Pages take it over within ten seconds.')).toBeVisible();
  await expect(links).toHaveValue('#003366');
  await expect(page.getByRole('button', { name: 'Review and save' })).not.toHaveAttribute('aria-busy');

  await owner.presses('Review and save');
  await expect(dialog).toContainText('Branding › Colours in light › Links');
  await expect(dialog).not.toContainText('Main button');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('button', { name: 'Review and save' })).toBeHidden();
  await page.reload();
  await expect(links).toHaveValue('#003366');
  await expect(button).toHaveValue('#1E5C41');
});

test('a price that is typed with a comma between its thousands is that price', async ({ owner }) => {
  const { page } = owner;
  await owner.open('/sites/new');
  await page.getByLabel('What the site is called').fill('Sail makers');
  await page.getByLabel('Name', { exact: true }).fill('Apprentice');
  await page.getByLabel('Paid').first().selectOption('Once');
  await page.getByLabel('Amount').first().fill('1,200');
  await owner.presses('Create the site');
  await owner.sees('Sail makers');
  await owner.open(`${new URL(page.url()).pathname.replace('/console', '')}/plans`);
  await page.getByText('NZD 1200.00 once').first().click();
  await page.getByText('NZD 1200.00 once').last().click();

  const field = page.getByLabel('Amount', { exact: true });
  await field.fill('12,375');
  await field.blur();
  await expect(field).toHaveValue('12375.00');
  await page.getByLabel('Fee at the beginning').fill('12,50');
  await page.getByLabel('Fee at the beginning').blur();
  await expect(page.getByLabel('Fee at the beginning')).toHaveValue('12.50');
  // To some this is a thousand, to others one.
  await page.getByLabel('Days it lasts').fill('1.000');
  await page.getByLabel('Days it lasts').blur();
  await owner.presses('Review and save');
  await expect(page.getByText('is to be a number').first()).toBeVisible();
  await expect(page.getByLabel('Days it lasts')).toHaveValue('1.000');
});

test('a secret key is shown until somebody has it, and revoked with a reason', async ({ staff, request }) => {
  const { page } = staff;
  // Signed in anew: a key asks for a proof of the last minutes.
  await staff.signsIn(accounts.owner);
  await page.goto('/console/sites/app_demo/site');
  await page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link', { name: 'Secret keys' }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('What it is for').fill('journey');
  const letPass = await holdsBack(page, '**/api/sites/*/keys');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await expect(page.getByRole('button', { name: 'Create the key' })).toHaveAttribute('aria-busy');
  await page.keyboard.press('Escape');
  letPass();
  const shown = page.getByRole('group', { name: 'Secret key' });
  const key = await shown.innerText();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.evaluate(() => history.back());
  await staff.presses('Stay here');
  await expect(shown).toHaveText(key.trim());
  expect(key).toMatch(/^sk_sb_\w{48}/);
  const open = () => request.get('/admin/app', { headers: { 'x-api-key': key.trim() } });
  expect((await open()).status()).toBe(200);
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByText(key.trim())).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke journey' }).click();
  await page.getByLabel('Why').fill('The journey is over.');
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByRole('button', { name: 'Revoke journey' })).toBeHidden();
  expect((await open()).status()).toBe(401);
});

test('a site whose answer was lost is made once, by the first of two presses', async ({ owner }) => {
  const { page } = owner;
  const name = `Pressed twice ${randomUUID()}`;
  await owner.open('/sites/new');
  await page.getByLabel('What the site is called').fill(name);
  await page.getByLabel('Name', { exact: true }).fill('Crew');
  await losesTheAnswer(page, '**/api/sites');
  await owner.presses('Create the site');
  await expect(page.getByText('The service cannot be reached').first()).toBeVisible();
  await owner.presses('Create the site');
  await owner.sees(name);
  const sites = (await (await page.request.get('/console/api/sites')).json()) as { data: { name: string }[] };
  expect(sites.data.filter((site) => site.name === name)).toHaveLength(1);
});

/** Has the next call to these addresses fail before it reaches the service. */
const fails = (page: Page, calls: string) => page.route(calls, (route) => route.abort(), { times: 1 });

test('an act on a key or a webhook that fails is told in its dialog', async ({ owner }) => {
  const { page } = owner;
  const dialog = page.getByRole('dialog');
  const fault = dialog.getByText('The service cannot be reached');
  await owner.open('/sites/app_demo/site/keys');
  await owner.presses('Create a key');
  await dialog.getByLabel('What it is for').fill('leaked');
  await fails(page, '**/api/sites/*/keys');
  await owner.presses('Create the key');
  await expect(fault).toBeVisible();
  await owner.presses('Create the key');
  await owner.presses('I have it');
  await owner.presses('Revoke leaked');
  await dialog.getByLabel('Why').fill('It stood in a log.');
  await fails(page, '**/revocation');
  await owner.presses('Revoke the key');
  await expect(fault).toBeVisible();
  await owner.presses('Revoke the key');
  await expect(page.getByText('The key opens nothing any more')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await owner.open('/sites/new');
  await page.getByLabel('What the site is called').fill('Told of everything');
  await page.getByLabel('Name', { exact: true }).fill('Crew');
  await owner.presses('Create the site');
  await owner.sees('Told of everything');
  await owner.open(`${new URL(page.url()).pathname.replace('/console', '')}/webhooks`);
  await owner.presses('Add a webhook');
  await page.getByLabel('Name', { exact: true }).fill('desk');
  await page.getByLabel('Address', { exact: true }).fill('http://localhost:9/hook');
  await owner.presses('Review and save');
  await dialog.getByLabel('Why').fill('The desk wants to know.');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await owner.presses('Send an example');
  await page.getByRole('button', { name: 'member.created to desk' }).click();
  await fails(page, '**/retry');
  await owner.presses('Send it once more');
  await expect(fault).toBeVisible();
  await owner.presses('Send it once more');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('It is sent once more')).toBeVisible();

  await owner.presses('Give it another secret');
  await dialog.getByLabel('Why').fill('It stood in a log.');
  await fails(page, '**/rotation');
  await owner.presses('Make another secret');
  await expect(fault).toBeVisible();
});

test('each change with consequences asks for a reason of its own', async ({ owner }) => {
  const { page } = owner;
  const dialog = page.getByRole('dialog');
  const [address, why] = [page.getByLabel('Address', { exact: true }), dialog.getByLabel('Why')];
  await owner.open('/sites/new');
  await page.getByLabel('What the site is called').fill('Asked each time');
  await page.getByLabel('Name', { exact: true }).fill('Crew');
  await owner.presses('Create the site');
  await owner.sees('Asked each time');
  await owner.open(`${new URL(page.url()).pathname.replace('/console', '')}/webhooks`);
  await owner.presses('Add a webhook');
  await page.getByLabel('Name', { exact: true }).fill('desk');
  await address.fill('http://localhost:9/hook');
  await owner.presses('Review and save');
  await why.fill('The desk wants to know.');
  await owner.presses('Go on editing');
  await owner.presses('Review and save');
  await expect(why).toHaveValue('');
  await why.fill('The desk wants to know.');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Saved. Pages take it over within ten seconds.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await address.fill('http://localhost:9/other');
  await owner.presses('Review and save');
  await expect(why).toHaveValue('');
});

test('a webhook that was switched off is on again after one press', async ({ owner }) => {
  const { page } = owner;
  const desk = { id: 'desk', url: 'https://club.example/hook', events: 'all', enabled: true, lastAttempts: [] };
  let switchedOffAt: string | null = '2026-11-20T09:12:44.000Z';
  // It takes five days of failures to be switched off.
  await page.route('**/api/sites/*/webhooks', (route) =>
    route.fulfill({ json: { data: [{ ...desk, switchedOffAt }] } }),
  );
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) switchedOffAt = null;
  });
  await owner.open('/sites/app_demo/site/webhooks');
  await expect(page.getByText('Switched off, since every message failed for days: desk')).toBeVisible();
  await owner.presses('Switch on again');
  await expect(page.getByText('On again: desk')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch on again' })).toHaveCount(0);
});
