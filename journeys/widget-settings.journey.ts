import type { Page } from '@playwright/test';
import { expect, test } from './demo-site.ts';

/** Dialogs of a site that has set all there is to set, on a dark screen and a page that reads from right to left. */

interface Intake {
  openModal(type: string, params: object): Promise<unknown>;
  getApp(): Promise<{ data: object }>;
}

declare global {
  interface Window {
    Intake?: object;
  }
}

/** Opens a dialog and ignores its result. */
const opens = (page: Page, type: string, params: object) =>
  page.evaluate(
    ([name, given]) => {
      (window.Intake as Intake).openModal(name, given).catch(() => undefined);
    },
    [type, params] as const,
  );

test('settings of a site say how its dialogs look, what they offer and what they say', async ({ site }) => {
  const { page } = site;
  await page.emulateMedia({ colorScheme: 'dark' });
  await site.opens('/');
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await page.waitForFunction(() => 'Intake' in window);
  const { data: own } = await page.evaluate(() => (window.Intake as Intake).getApp());
  const offer = (provider: string, order: number) => ({ provider, name: provider, icon: null, order });
  const app = {
    ...own,
    isPaid: false,
    branding: { logo: '/mark.svg', appearance: 'dark', colors: { lightMode: {} } },
    authProviders: [offer('Beta', 2), offer('Alpha', 1)],
    ssoSignupButtonURL: 'https://sso.example/start',
    additionalAuthMethods: { passwordless: { enabled: true, isDefault: true } },
    dictionary: { login_to_your_account: 'Anmelden', email_error_message: 'Keine Adresse' },
  };
  await opens(page, 'LOGIN', { app, hideCloseButton: true });
  const login = page.locator('#LoginModal');
  const dialog = page.getByRole('dialog', { name: 'Anmelden' });
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await expect(dialog.locator('.ms-modal__logo')).toHaveAttribute('src', '/mark.svg');
  await expect(dialog.getByText('Secured by Intake')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(login.getByLabel('Password')).toHaveCount(0);
  const submit = login.getByRole('button', { name: 'Continue with Email' });
  await expect(submit).toHaveCSS('background-color', 'rgb(41, 98, 255)');
  await expect(login.locator('.ms-ways > *')).toHaveText([
    'Log in with a password',
    'Continue with Alpha',
    'Continue with Beta',
    'Continue with single sign-on',
  ]);
  await site.isAccessible();
  await login.getByLabel('Email Address').fill('ana');
  await page.keyboard.press('Enter');
  await expect(login.getByText('Keine Adresse')).toBeVisible();

  const withPassword = { ...app, isPaid: true, additionalAuthMethods: { passwordless: { enabled: false } } };
  await opens(page, 'SIGNUP', { app: withPassword });
  const signup = page.locator('#SignupModal');
  await expect(signup.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expect(signup.getByRole('button', { name: 'Sign up with an emailed code' })).toHaveCount(0);
  await expect(page.getByText('Secured by')).toHaveCount(0);
});
