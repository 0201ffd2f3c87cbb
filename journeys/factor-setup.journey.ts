import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from './portal.ts';

/** A refusal as of a site that requires a second factor, around a log-in that is right: the portal's site requires none. */
const setUpFirst = {
  error: {
    code: 'second-factor-setup-required',
    message: 'This site asks for a second step at log-in. Please set up a passkey or an authenticator app first.',
    setup: { tokens: null, redirect: null },
  },
};

/** Comes back from another window after a while: the page learns that a member is there, and where it may lead is known. */
async function comesBack(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.clock.fastForward('00:31');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.locator('header').getByRole('link', { name: /profile$/ })).toBeVisible();
  // An answer after a page's code would have been asked for.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  expect(asked.filter((address) => address.includes('/eligibility.page-'))).toEqual([]);
}

test('a member who has to have a second factor is led through setting one up', async ({ portal, page, context }) => {
  await page.clock.install();
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const call of ['**/auth/login', '**/auth/signup'])
    await page.route(call, async (route) => {
      const answer = await route.fetch();
      await route.fulfill(answer.ok() ? { response: answer, status: 403, json: setUpFirst } : { response: answer });
    });

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const person = await test.step('after registering, by passkey', async () => {
    const joined = { email: `setup-${Date.now()}@example.org`, password: 'a-lantern-for-42' };
    await portal.open('register');
    await portal.types('First name', 'Ana');
    await portal.types('Last name', 'Silva');
    await portal.types('Email', joined.email);
    await portal.types(/^Password/, joined.password);
    await portal.types('Confirm password', joined.password);
    await page.getByRole('checkbox').check();
    await portal.presses('Create Account');
    await expect(page.getByRole('heading', { name: 'Add a second step' })).toBeFocused();
    await portal.isAccessible();
    await portal.presses('Use a passkey');
    await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
    await expect(codes).toHaveCount(10);
    await portal.isAccessible();
    await comesBack(page);
    await expect(codes).toHaveCount(10);
    await portal.presses('Go on');
    await expect(page.getByRole('link', { name: 'Please keep the codes, then tick the box.' })).toBeVisible();
    await page.getByRole('checkbox').check();
    await portal.presses('Go on');
    await portal.isAt('eligibility');
    return joined;
  });

  await test.step('the passkey is asked for from then on', async () => {
    await page.unrouteAll();
    await page.context().clearCookies({ name: /session/ });
    await browser.send('WebAuthn.disable');
    await portal.logsIn(person);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  });
});

test('or after a log-in, by authenticator app', async ({ portal, page }) => {
  const person = await portal.registers();
  await page.context().clearCookies({ name: /session/ });
  await page.route('**/auth/login', async (route) => {
    await route.fulfill({ response: await route.fetch(), status: 403, json: setUpFirst });
  });
  await portal.logsIn(person);
  await portal.presses('Use an authenticator app');
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeFocused();
  await portal.isAccessible();
  await portal.presses('I can not scan it');
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await portal.types('Code', '000000');
  await portal.presses('Confirm');
  await expect(page.getByRole('link', { name: /This code is not correct/ })).toBeVisible();
  await portal.types('Code', TOTP.generate({ secret: Secret.fromBase32(secret) }));
  await portal.presses('Confirm');
  await page.getByRole('checkbox').check();
  const aboutMember = '**/member';
  await page.route(aboutMember, (route) => route.abort());
  await portal.presses('Go on');
  await portal.sees('We could not check that. Please try again.');
  await page.unroute(aboutMember);
  await portal.presses('Go on');
  await portal.isAt('eligibility');
});

test('who only chooses is led on once the page learns that a member is there', async ({ portal, page }) => {
  await page.clock.install();
  const person = await portal.registers();
  await page.context().clearCookies({ name: /session/ });
  await page.route('**/auth/login', async (route) => {
    await route.fulfill({ response: await route.fetch(), status: 403, json: setUpFirst });
  });
  await portal.logsIn(person);
  await expect(page.getByRole('heading', { name: 'Add a second step' })).toBeFocused();
  await page.clock.fastForward('00:31');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await portal.isAt('eligibility');
  expect(new URL(page.url()).pathname).toBe('/uts/eligibility');
});
