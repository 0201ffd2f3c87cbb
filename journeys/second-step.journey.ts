import type { Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test, type Portal } from './portal.ts';

/** The code of a time step, counted from the present one: each works once, one step early or late. */
function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

async function leaves({ page }: Portal): Promise<void> {
  await page.context().clearCookies({ name: /session/ });
}

test('a member sets up an authenticator app, and logs in with it and with a recovery code', async ({
  portal,
  page,
}) => {
  const person = await portal.registers();
  let secret = '';
  let recoveryCode = '';

  await test.step('scans or types the secret, and keeps the recovery codes', async () => {
    await portal.open('profile?tab=security');
    await portal.presses('Set up authenticator app');
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await portal.presses('I can not scan it');
    secret = (await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
    await portal.isAccessible();
    // It is good until the end of the next half minute.
    await portal.types('Code', codeOf(secret));
    await portal.presses('Confirm');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    recoveryCode = await codes.last().innerText();
    await portal.isAccessible();
    await portal.presses('I have kept them');
    await portal.sees('In use');
    await portal.sees(/^10 recovery codes left/);
  });

  await test.step('is asked for the code after the password', async () => {
    await leaves(portal);
    await portal.logsIn(person);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
    await portal.isAccessible();
    await portal.types('Code', '000000');
    await portal.presses('Log In');
    await expect(page.getByRole('link', { name: /This code is not correct/ })).toBeVisible();
    // Later than the one that is used up.
    await portal.types('Code', codeOf(secret, 1));
    await portal.presses('Log In');
    await portal.isAt('eligibility');
  });

  await test.step('or for a recovery code, which works once', async () => {
    await leaves(portal);
    await portal.logsIn(person);
    await portal.presses('Use a recovery code');
    await portal.types('Recovery code', recoveryCode);
    await portal.presses('Log In');
    await portal.isAt('eligibility');
    await portal.open('profile?tab=security');
    await portal.sees(/^9 recovery codes left/);
  });
});

test('a member adds a passkey, and the browser offers it at the next log-in', async ({ portal, page, context }) => {
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
  const person = await portal.registers();

  await test.step('adds it', async () => {
    await portal.open('profile?tab=security');
    await portal.presses('Add a Passkey');
    await portal.presses('I have kept them');
    await portal.sees('Chrome on Linux');
    await portal.isAccessible();
  });

  await test.step('logs in with it, without a password', async () => {
    await leaves(portal);
    await portal.open('login');
    await portal.isAt('eligibility');
    await portal.open('profile?tab=security');
    await portal.sees(/Logged in by passkey/);
  });

  await test.step('shows it when asked who is there, and removes it', async () => {
    await page.route('**/member/second-factor/passkeys/*', async (route) => {
      const refusal = { error: { code: 'recent-login-required', message: 'Please log in again to make this change.' } };
      await route.fulfill({ status: 403, json: refusal });
      await page.unroute('**/member/second-factor/passkeys/*');
    });
    await portal.presses('Remove passkey: Chrome on Linux');
    await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
    await portal.isAccessible();
    await portal.presses('Use a passkey');
    await portal.sees('Passkey removed');
    await leaves(portal);
    await portal.logsIn(person);
    await portal.isAt('eligibility');
  });
});

test('a dialog closes by a press outside, not by a selection that ends there; recovery codes not even by Escape', async ({
  portal,
  page,
}) => {
  await portal.registers();
  await portal.open('profile?tab=security');
  await portal.presses('Set up authenticator app');
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await portal.presses('I can not scan it');
  const secretText = setUp.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const selectsOutwards = async (text: Locator) => {
    await text.hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
  };
  const code = setUp.getByRole('textbox', { name: 'Code' });
  await code.fill('123456');
  await selectsOutwards(code);
  await expect(setUp).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(setUp).toHaveCount(0);

  await portal.presses('Set up authenticator app');
  await portal.presses('I can not scan it');
  await portal.types('Code', codeOf((await secretText.innerText()).replaceAll(' ', '')));
  await portal.presses('Confirm');
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await selectsOutwards(codes);
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible();
  await portal.presses('I have kept them');
  await expect(codes).toHaveCount(0);
});
