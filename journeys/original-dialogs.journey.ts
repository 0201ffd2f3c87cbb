import { expect, test as base, type Page } from '@playwright/test';
import { bundleModule } from './foreign-page.ts';
import { buildPerson, randomAddress } from './portal.ts';
import { openNetwork } from './visitors-network.ts';

/**
 * The dialogs that older versions of the original client bring along, on the demonstration site as it is: where its
 * pages load our script, they load that client instead.
 */

const service = process.env.INTAKE_URL!;
const versions = {
  '1.9.38': import.meta.resolve('memberstack-dom-1.9.38/lib/index.mjs'),
  '2.0.1': import.meta.resolve('memberstack-dom-2.0.1/lib/index.mjs'),
};

const test = base.extend<{ page: Page }>({
  // These clients fetch a font and a captcha from elsewhere; the site's policy stops that before it leaves the page.
  page: async ({ browser }, use) => {
    const network = await openNetwork(randomAddress());
    const context = await browser.newContext({ baseURL: process.env.INTAKE_DEMO_URL, proxy: network.proxy });
    await use(await context.newPage());
    await context.close();
    network.close();
    expect(network.refused, 'no request leaves the machine').toEqual([]);
  },
});

async function bringsOriginalClient(page: Page, bundle: string): Promise<void> {
  const options = { publicKey: 'pk_sb_demo', appId: 'app_demo', domain: service };
  await page.route('**/original-client.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: bundle }),
  );
  await page.route('**/widget/v1/intake.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `import('${service}/original-client.js').then((kit) => (window.client = kit.default.init(${JSON.stringify(options)})))`,
    }),
  );
}

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => 'client' in window);
}

type Outcome = { type: string; data: { member: { customFields: object; auth: { email: string } } } };

/** @returns how it ends */
async function dialog(page: Page, type: 'SIGNUP' | 'LOGIN', fill: () => Promise<void>): Promise<Outcome> {
  const ended = page.evaluate((name) => window.client.openModal(name) as Promise<unknown>, type);
  const answered = page.waitForResponse(
    (answer) => answer.url().startsWith(`${service}/auth/`) && answer.request().method() === 'POST',
  );
  await fill();
  // A dialog that is refused stays open for ever.
  expect(await (await answered).json()).not.toHaveProperty('error');
  const outcome = (await ended) as Outcome;
  await page.evaluate(() => window.client.hideModal());
  return outcome;
}

const kept = (page: Page) => page.evaluate(async () => (await window.client.getCurrentMember()).data);

for (const [version, address] of Object.entries(versions))
  test(`the dialogs of ${version} sign up, edit the profile, log out and log in`, async ({ page }) => {
    const { email, password } = buildPerson();
    await bringsOriginalClient(page, await bundleModule(address));
    await opens(page, '/');

    const signedUp = await dialog(page, 'SIGNUP', async () => {
      const form = page.locator('#SignupModal');
      // Every field of the site is a line of text there; only this one is filled in.
      await expect(form.locator('[data-ms-custom-field]')).toHaveCount(5);
      await form.locator('[name="first-name"]').fill('Ana');
      await form.locator('[type=email]').fill(email);
      await form.locator('[type=password]').fill(password);
      await form.locator('[type=submit]').click();
    });
    expect(signedUp).toMatchObject({ type: 'SIGNUP', data: { member: { auth: { email } } } });
    const { customFields } = signedUp.data.member;
    expect(customFields).toMatchObject({ 'first-name': 'Ana', newsletter: 'false' });
    expect(customFields).not.toHaveProperty('membership-number');

    await test.step('the profile', async () => {
      await page.evaluate(() => void window.client.openModal('PROFILE'));
      const form = page.locator('#ProfileModal');
      const saves = () => form.getByRole('button', { name: 'Save' }).click();
      const field = (key: string) => form.locator(`[name="${key}"]`);
      await expect(field('first-name')).toHaveValue('Ana');
      await field('workshop').pressSequentially('Turning');
      // The button comes to life with a key.
      await field('newsletter').fill('');
      await field('newsletter').pressSequentially('true');
      await saves();
      await expect(page.getByText('Your profile has been updated.')).toBeVisible();
      expect((await kept(page))!.customFields).toMatchObject({ workshop: 'Turning', newsletter: 'true' });

      await field('membership-number').pressSequentially('1');
      await saves();
      await expect(page.getByText('This field is set by the service and cannot be changed.')).toBeVisible();
      expect((await kept(page))!.customFields).not.toHaveProperty('membership-number');
      await field('membership-number').fill('');
      await field('first-name').fill('');
      await field('first-name').pressSequentially('Anabel');
      await saves();
      await expect
        .poll(async () => (await kept(page))!.customFields)
        .toMatchObject({ 'first-name': 'Anabel', newsletter: 'true' });
      await form.getByText('Logout').click();
    });

    await opens(page, '/login');
    expect(await kept(page)).toBeNull();
    const loggedIn = await dialog(page, 'LOGIN', async () => {
      const form = page.locator('#LoginModal');
      await form.locator('[type=email]').fill(email);
      await form.locator('[type=password]').fill(password);
      await form.locator('[type=submit]').click();
    });
    expect(loggedIn).toMatchObject({ type: 'LOGIN', data: { member: { customFields: { 'first-name': 'Anabel' } } } });
  });
