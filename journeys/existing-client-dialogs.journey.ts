import type { Page } from '@playwright/test';
import { expect, test, type ForeignPage } from './foreign-page.ts';
import { buildPerson } from './portal.ts';

/** Our dialogs in the pages of other people, opened by the client they have already. */

const service = process.env.INTAKE_URL!;

/** What a page sets to have the client's dialogs from us. */
const takesOurDialogs = ({ page }: ForeignPage) =>
  page.evaluate((address) => {
    Object.assign(window, { __MS_PREBUILT_UI_URL__: address });
  }, `${service}/widget/v1/prebuilt-ui.js`);

const dialogOf = (page: Page) => page.getByRole('dialog');

test('a page signs somebody up, lets them log out, and is told each time', async ({ visitor }) => {
  const { page, client } = visitor;
  const { email, password } = buildPerson();
  await takesOurDialogs(visitor);
  const signup = client.openModal('SIGNUP', { signup: { plans: ['pln_demo_free'] } });
  const dialog = dialogOf(page);
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click();
  expect(await signup).toMatchObject({
    type: 'SIGNUP',
    data: { member: { auth: { email }, planConnections: [{ planId: 'pln_demo_free' }] } },
  });
  await expect(page.locator('#msOverlay #SignupModal')).toBeVisible();
  expect(await client.getMemberCookie()).toBe(await visitor.keeps('_ms-mid'));
  await client.hideModal();
  await expect(page.locator('intake-modal,memberstack-prebuilt-ui')).toHaveCount(0);

  const profile = client.openModal('PROFILE');
  await expect(dialog.getByText(email).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Logout' }).first().click();
  expect(await profile).toMatchObject({ type: 'LOGOUT' });
  await client.hideModal();
  expect((await visitor.hears()).at(-1)).toBeNull();
  expect(await client.getMemberCookie()).toBeFalsy();
});

test('a dialog that ends without a result is closed', async ({ visitor }) => {
  const { page, client } = visitor;
  await takesOurDialogs(visitor);
  await client.preloadModals();
  const closed = { type: 'CLOSED' };
  const first = client.openModal('LOGIN');
  await expect(page.locator('#LoginModal')).toBeVisible();
  const second = client.openModal('FORGOT_PASSWORD');
  expect(await first).toEqual(closed);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(1);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  expect(await second).toEqual(closed);
  await expect(page.locator('intake-modal,memberstack-prebuilt-ui')).toHaveCount(0);
  expect(await client.openModal('PROFILE')).toEqual(closed);
  expect(await client.openModal('CONSTRUCTOR' as never)).toEqual(closed);

  const card = client.openModal('TEST_CARD' as never);
  await expect(page.locator('#TestCardModal')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await card).toEqual(closed);

  const third = client.openModal('LOGIN');
  await expect(dialogOf(page)).toBeVisible();
  await page.evaluate(() => document.querySelector('memberstack-prebuilt-ui')!.remove());
  expect(await third).toEqual(closed);
  await expect(dialogOf(page)).toHaveCount(0);
});

/** Stand-ins of the captcha services' scripts; the first shows a puzzle. */
const scripts = {
  hcaptcha: `(() => {
    let given;
    window.hcaptcha = {
      render: (box, options) => ((given = options), 'one'),
      execute: () => {
        given['open-callback']();
        const puzzle = document.body.appendChild(document.createElement('button'));
        puzzle.textContent = 'I see a bus';
        puzzle.onclick = () => (puzzle.remove(), given.callback(given.size + ' ' + given.theme + ' ' + given.sitekey));
      },
    };
    window.intakeCaptcha_hcaptcha();
  })()`,
  turnstile: `(() => {
    let given;
    window.turnstile = {
      render: (box, options) => ((given = options), 'two'),
      execute: () => given.callback([given.appearance, given.theme, given.sitekey, given.action].join(' ')),
    };
    window.intakeCaptcha_turnstile();
  })()`,
  recaptcha: `(() => {
    let given;
    window.grecaptcha = {
      render: (box, options) => ((given = options), 3),
      execute: async (id, { action }) => [given.size, given.theme, given.sitekey, action].join(' '),
    };
    window.intakeCaptcha_recaptcha();
  })()`,
};
const captchas = {
  altcha: { siteKey: null, challengeUrl: '/captcha/challenge', proof: /^[\w+/]{100,}=*$/ },
  hcaptcha: { siteKey: 'key', challengeUrl: null, proof: /^invisible light key$/ },
  turnstile: { siteKey: 'key', challengeUrl: null, proof: /^interaction-only light key signup$/ },
  recaptcha: { siteKey: 'key', challengeUrl: null, proof: /^invisible light key signup$/ },
};

test('a sign-up waits for the proof of whichever captcha the site wants', async ({ visitor }) => {
  test.slow();
  const { page, client } = visitor;
  const { email, password } = buildPerson();
  await takesOurDialogs(visitor);
  const { data: app } = await client.getApp();
  const headers = { 'access-control-allow-origin': visitor.origin, 'access-control-allow-credentials': 'true' };
  let captcha: object = {};
  await page.route(/\/app(\?|$)/, (route) =>
    route.fulfill({ headers, json: { data: { ...app, captchaRequired: true, captcha } } }),
  );
  await page.route(/api\.js/, (route) => {
    const name = Object.keys(scripts).find((each) => route.request().url().includes(each)) as keyof typeof scripts;
    return route.fulfill({ contentType: 'text/javascript', body: scripts[name] });
  });
  const refusal = { error: { code: 'invalid-captcha', message: 'Once more, please.' } };
  await page.route(`${service}/auth/signup`, (route) => route.fulfill({ headers, status: 400, json: refusal }));

  void client.openModal('SIGNUP').catch(() => undefined);
  const dialog = dialogOf(page);
  // Only the dialog itself has this field: its first look, which it replaces, has none.
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  for (const [name, { proof, ...settings }] of Object.entries(captchas))
    await test.step(name, async () => {
      captcha = { service: name, ...settings };
      // Our own captcha is a proof of work, whose duration depends on the machine's load: no limit but the test's.
      const sent = page.waitForRequest(`${service}/auth/signup`, { timeout: 0 });
      await dialog.getByRole('button', { name: 'Sign up', exact: true }).click();
      if (name === 'hcaptcha') await page.getByRole('button', { name: 'I see a bus' }).click();
      expect((await sent).postDataJSON().captchaToken).toMatch(proof);
      await expect(dialog.getByText('Once more, please.')).toBeVisible();
      await expect(page.locator('#msOverlay:modal')).toHaveCount(1);
    });
});
