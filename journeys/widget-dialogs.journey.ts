import type { Locator, Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { expect, pressesTwice, test, type DemoSite } from './demo-site.ts';
import { asksForProofOnce, buildPerson, randomAddress } from './portal.ts';

/** The widget's dialogs on foreign pages, from opening to result. */

const service = process.env.INTAKE_URL!;

interface Outcome {
  type: string;
  data?: { member?: { id: string; auth: { email: string }; customFields: object; planConnections: object[] } };
}
interface Intake {
  openModal(type: string, params?: object): Promise<Outcome>;
  hideModal(): void;
  logout(): Promise<unknown>;
  getTeam(team: { teamId: string }): Promise<{ data: { inviteToken: string } }>;
  getCurrentMember(): Promise<{ data: { teams: { ownedTeams: { teamId: string }[] } } | null }>;
  purchasePlansWithCheckout(purchase: object): Promise<{ data: { url: string } }>;
}

declare global {
  interface Window {
    Intake?: object;
  }
}

/** Asks the public client of the page. */
const ask = <Result>(page: Page, name: keyof Intake, ...given: unknown[]): Promise<Result> =>
  page.evaluate(
    ([method, all]) => (window.Intake as Record<string, (...each: unknown[]) => Promise<Result>>)[method]!(...all),
    [name, given] as const,
  );

/** Opens a dialog. @returns its screen, and how it will have ended */
function opens(site: DemoSite, type: string, id: string, params: object = {}) {
  const ended = ask<Outcome>(site.page, 'openModal', type, params);
  // Avoids an unhandled rejection: it may fail before it is awaited.
  ended.catch(() => undefined);
  return { screen: site.page.locator(`#${id}`), ended };
}

const isAccessible = async ({ page }: DemoSite) =>
  expect(await findViolations(page, { within: 'intake-modal' })).toEqual([]);

const type = (within: Locator, label: string, text: string) =>
  within.getByRole('textbox', { name: label, exact: true }).fill(text);
const press = (within: Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();
const told = ({ page }: DemoSite, role: 'status' | 'alert') => page.locator(`.ms-messages [role=${role}]`);
/** A wrong code. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

test('a visitor signs up in a dialog, and logs in: first with a wrong password', async ({ site }) => {
  const { page } = site;
  const { email, password } = buildPerson();
  await site.opens('/');
  const { screen, ended } = opens(site, 'SIGNUP', 'SignupModal');
  await expect(screen.getByLabel('First name')).toBeFocused();
  await expect(screen.getByLabel('Referral code')).toHaveCount(0);
  await isAccessible(site);
  await type(screen, 'First name', 'Ana');
  await type(screen, 'Email Address', 'ana');
  await page.keyboard.press('Enter');
  await expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  await type(screen, 'Email Address', 'ana@example.o');
  await type(screen, 'Password', 'short');
  await press(screen, 'Sign up');
  await expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  await expect(screen.getByText('Minimum 8 characters required')).toBeVisible();
  await expect(screen.getByRole('textbox', { name: 'Email Address' })).toBeFocused();
  await type(screen, 'Email Address', email);
  await expect(screen.getByText('Please enter a valid email address')).toHaveCount(0);
  await type(screen, 'Password', password);
  await press(screen, 'Sign up');
  expect(await ended).toMatchObject({
    type: 'SIGNUP',
    data: { member: { auth: { email }, customFields: { 'first-name': 'Ana' } } },
  });
  await expect(screen).toBeVisible();
  await ask(page, 'hideModal');
  await ask(page, 'logout');

  const opener = page.getByRole('link', { name: 'Log in here' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const login = page.locator('#LoginModal');
  await expect(login.getByLabel('Email Address')).toBeFocused();
  await isAccessible(site);
  await page.keyboard.press('Escape');
  await expect(login).toHaveCount(0);
  await expect(opener).toBeFocused();

  const again = opens(site, 'LOGIN', 'LoginModal');
  await type(login, 'Email Address', email);
  await type(login, 'Password', `${password}?`);
  await press(login, 'Log in');
  await expect(told(site, 'alert')).toHaveText('The email address or password is not correct.');
  await type(login, 'Password', password);
  await press(login, 'Log in');
  expect(await again.ended).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } });
});

test('a forgotten password is set anew with a mailed code', async ({ site }) => {
  const { page } = site;
  const { email } = await site.signsUp();
  await ask(page, 'logout');
  const { screen: login, ended } = opens(site, 'LOGIN', 'LoginModal');
  await press(login, 'Forgot Password?');
  const forgot = page.locator('#PasswordResetModal');
  await expect(forgot.getByLabel('Email Address')).toBeFocused();
  await isAccessible(site);
  await type(forgot, 'Email Address', email);
  await press(forgot, 'Send Link');
  const reset = page.locator('#PasswordTokenModal');
  const first = reset.getByLabel('Digit 1 of 6');
  await expect(first).toBeFocused();
  const { password } = buildPerson();
  await type(reset, 'New Password', password);
  await press(reset, 'Confirm & Reset');
  await expect(reset.getByText('Please enter a valid code')).toBeVisible();
  await isAccessible(site);
  const code = await site.getCode(email, /password|code/i);
  // The sixth digit sends them.
  await first.fill(otherThan(code));
  await expect(told(site, 'alert')).toHaveText(/code is not correct or has expired/);
  // Simulates the browser's autofill of one-time codes.
  await expect(first).toHaveValue('');
  await first.fill(code);
  expect(await ended).toMatchObject({ type: 'PASSWORD_RESET' });
  const success = page.locator('#PasswordSuccessModal');
  await expect(success.getByRole('heading', { name: 'Success!' })).toBeVisible();
  await isAccessible(site);
  await press(success, 'Log in');
  await type(login, 'Email Address', email);
  await type(login, 'Password', password);
  await press(login, 'Log in');
  await expect.poll(() => site.keeps('_ms-mid')).not.toBeNull();
});

test('a first log-in by code says that the password is dropped, and the page hears of it after the choice', async ({
  site,
}) => {
  const { page } = site;
  const { email } = await site.signsUp();
  await ask(page, 'logout');
  await site.opens('/');
  const { screen, ended } = opens(site, 'LOGIN', 'LoginModal');
  await press(screen, 'Log in with an emailed code');
  await type(screen, 'Email Address', email);
  await press(screen, 'Continue with Email');
  const waiting = page.locator('#PasswordlessTokenModal');
  await waiting
    .getByRole('textbox')
    .first()
    .fill(await site.getCode(email, /log-in code/));
  const offer = page.locator('#NewPasswordModal');
  await expect(offer.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
  await expect(offer).toContainText('The password your account had before no longer works');
  await isAccessible(site);
  await press(offer, 'Save new password');
  await type(offer, 'New Password', 'short');
  await press(offer, 'Save new password');
  await expect(offer.getByText('Minimum 8 characters required')).toBeVisible();
  await press(offer, 'Not now');
  expect(await ended).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email, hasPassword: false } } } });
});

test('a mailed code signs up, and logs in ever after', async ({ site }) => {
  const { page } = site;
  const { email } = buildPerson();
  await site.opens('/');
  const { screen: signup, ended } = opens(site, 'SIGNUP', 'SignupModal');
  await press(signup, 'Sign up with an emailed code');
  await expect(signup.getByLabel('Password')).toHaveCount(0);
  await type(signup, 'First name', 'Ana');
  await type(signup, 'Email Address', email);
  await press(signup, 'Continue with Email');
  const token = page.locator('#PasswordlessTokenModal');
  await expect(token.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  const digit = (number: number) => token.getByLabel(`Digit ${number} of 6`);
  const code = await site.getCode(email, /code|sign/i);
  await expect(digit(1)).toBeFocused();
  await page.keyboard.type(`${code.slice(0, 3)}x`);
  await expect(digit(4)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(digit(3)).toBeFocused();
  await expect(digit(3)).toHaveValue('');
  await isAccessible(site);
  await page.keyboard.type(code.slice(2));
  expect(await ended).toMatchObject({ type: 'SIGNUP', data: { member: { customFields: { 'first-name': 'Ana' } } } });

  await ask(page, 'logout');
  const again = opens(site, 'LOGIN', 'LoginModal');
  await press(again.screen, 'Log in with an emailed code');
  await type(again.screen, 'Email Address', email);
  await press(again.screen, 'Continue with Email');
  await expect(token.getByRole('heading', { name: 'Login to your account' })).toBeVisible();
  await press(token, 'Back');
  await expect(again.screen).toBeVisible();
  await expect(again.screen.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
  // A text selection that ends outside the dialog must not close it.
  await again.screen.getByLabel('Email Address').hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(again.screen).toBeVisible();
  await page.mouse.click(5, 5);
  expect(await again.ended).toEqual({ type: 'CLOSED' });
});

test('a provider’s window signs up, and the profile refuses to remove the last log-in method', async ({ site }) => {
  const { email, password } = buildPerson();
  await site.opens('/');
  const { screen, ended } = opens(site, 'SIGNUP', 'SignupModal');
  await site.passesProvider(() => press(screen, 'Continue with Local account'), email);
  expect(await ended).toMatchObject({ type: 'SIGNUP', data: { member: { auth: { email } } } });

  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal', { profile: { tab: 'security' } });
  await isAccessible(site);
  await pressesTwice(profile, 'Disconnect Local account');
  await expect(told(site, 'alert')).not.toBeEmpty();
  await press(profile, 'Set Password');
  await expect(profile.getByLabel('Current Password')).toHaveCount(0);
  await isAccessible(site);
  const save = profile.getByRole('button', { name: 'Save' });
  await type(profile, 'New Password', password);
  await type(profile, 'Confirm New Password', 'short');
  await expect(save).toBeDisabled();
  await type(profile, 'Confirm New Password', `${password}?`);
  await save.click();
  await expect(told(site, 'alert')).toHaveText('Passwords must match.');
  await type(profile, 'Confirm New Password', password);
  await save.click();
  await expect(profile.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  await expect(profile.getByRole('textbox', { name: 'Current Password' })).toHaveValue('');
  await isAccessible(site);
  await press(profile, 'Cancel');
  await asksForProofOnce(site.page, '**/member/disconnect-provider');
  await pressesTwice(profile, 'Disconnect Local account');
  await isAccessible(site);
  await type(profile, 'Password', password);
  await press(profile, 'Confirm');
  await site.passesProvider(() => press(profile, 'Connect Local account'), email);
  await expect(told(site, 'status')).toHaveText('Local account is connected to your account.');
  await expect(profile.getByRole('button', { name: 'Disconnect Local account' })).toBeVisible();
});

test('a member changes what is known of them, and leaves for good', async ({ site }) => {
  const { page } = site;
  const { password } = await site.signsUp();
  const { screen: profile, ended } = opens(site, 'PROFILE', 'ProfileModal');
  await expect(profile.getByRole('heading', { name: 'My Profile' })).toBeFocused();
  await isAccessible(site);
  const save = profile.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await type(profile, 'First name', 'Bo');
  await save.click();
  await expect(told(site, 'status')).toHaveText('Your profile has been updated.');
  await expect(save).toBeDisabled();
  await expect(page.locator('[data-ms-member="first-name"]').first()).toHaveText('Bo');

  const picture = profile.getByLabel('Upload image');
  await picture.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(told(site, 'alert')).toHaveText('File is not an image.');
  await picture.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_001) });
  await expect(told(site, 'alert')).toHaveText('Image must be less than 2MB.');
  await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: dot });
  await expect(profile.getByRole('img', { name: /^Picture of/ }).first()).toHaveAttribute('src', /^http/);

  await press(profile, 'Security');
  const email = profile.getByRole('textbox', { name: 'Email Address' });
  await email.fill('nobody@example');
  await expect(save).toBeDisabled();
  const { email: next } = buildPerson();
  await email.fill(next);
  await save.click();
  await expect(told(site, 'status')).toHaveText(/Please confirm your new email address/);
  await expect(profile.getByRole('navigation')).toContainText(next);

  await page.setViewportSize({ width: 519, height: 800 });
  const phone = page.locator('#MobileProfileModal');
  await press(phone, 'Back');
  await expect(phone.getByRole('heading', { name: next })).toBeVisible();
  await isAccessible(site);
  await press(phone, 'Change Password');
  const { password: fresh } = buildPerson();
  await type(phone, 'Current Password', password);
  await type(phone, 'New Password', fresh);
  await page.setViewportSize({ width: 520, height: 800 });
  await expect(profile.getByRole('textbox', { name: 'New Password', exact: true })).toHaveValue(fresh);
  await type(profile, 'Confirm New Password', fresh);
  await save.click();
  await expect(told(site, 'status')).toHaveText('Your password has been changed.');

  await press(profile, 'Security');
  await press(profile, 'Delete account');
  await expect(profile.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(profile.getByRole('heading', { name: 'Delete your account?' })).toBeVisible();
  await isAccessible(site);
  await press(profile, 'Cancel');
  await press(profile, 'Delete account');
  await press(profile, 'Yes, delete my account');
  expect(await ended).toMatchObject({ type: 'LOGOUT' });
  expect(await site.keeps('_ms-mid')).toBeNull();
  const { ended: refused } = opens(site, 'PROFILE', 'ProfileModal');
  expect(await refused).toEqual({ type: 'CLOSED' });
});

test('an owner looks after a team, and removes a member of it', async ({ site }) => {
  const { page } = site;
  await site.signsUp('pln_demo_free');
  await buysTeam(site);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { screen: profile } = opens(site, 'PROFILE', 'ProfileModal', { profile: { tab: 'team' } });
  await expect(profile.getByText('1/6 Seats')).toBeVisible();
  const link = profile.getByText('/join-team?inviteToken=');
  const invitation = new URL((await link.textContent())!);
  expect(invitation.origin).toBe(new URL(page.url()).origin);
  await isAccessible(site);
  await expect(async () => {
    await press(profile, 'Copy');
    await expect(profile.getByRole('button', { name: 'Copied!' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invitation.href);
  await expect(profile.getByRole('button', { name: 'Copy' })).toBeVisible();

  const mate = buildPerson();
  await joins(site, mate, invitation);
  await press(profile, 'Plans');
  await expect(profile.getByText('Friend of the workshop')).toBeVisible();
  await isAccessible(site);
  await pressesTwice(profile, 'Remove: Friend of the workshop');
  await expect(profile.getByText('You currently have free no plans.')).toBeVisible();

  await press(profile, 'Team');
  await expect(profile.getByText('2/6 Seats')).toBeVisible();
  await expect(async () => {
    await press(profile, `Remove ${mate.email}`);
    await expect(profile.getByRole('button', { name: 'Are you sure?' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(profile.getByRole('button', { name: 'Are you sure?' })).toHaveCount(0);
  await pressesTwice(profile, `Remove ${mate.email}`);
  await expect(told(site, 'status')).toHaveText('Member has been removed from team.');
  await expect(profile.getByText('1/6 Seats')).toBeVisible();
  await press(profile, 'Regenerate invite link');
  await expect(profile.getByRole('button', { name: 'Are you sure?' })).toBeVisible();
  await expect(link).toHaveText(invitation.href);
  await pressesTwice(profile, 'Regenerate invite link');
  await expect(told(site, 'status')).toHaveText('Invite Link Regenerated');
  await expect(link).not.toHaveText(invitation.href);
});

test('a page in a foreign frame opens no profile (clickjacking)', async ({ site }) => {
  const { page } = site;
  await page.setContent(`<iframe src="${process.env.INTAKE_DEMO_URL}/" title="Riverbend Makers"></iframe>`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
  await frame.owner().evaluate((element) => element.setAttribute('width', '800'));
  const inside = page.frames().find((each) => each.url().startsWith(process.env.INTAKE_DEMO_URL!))!;
  await inside.evaluate(() => void (window.Intake as Intake).openModal('PROFILE'));
  await expect(frame.getByText('can only be shown where this page has a window of its own')).toBeVisible();
  await expect(frame.locator('intake-modal').getByRole('textbox')).toHaveCount(0);
});

async function joins({ request }: DemoSite, person: object, invitation: URL): Promise<void> {
  const answer = await request.post(`${service}/auth/signup`, {
    headers: { 'x-api-key': 'pk_sb_demo', origin: invitation.origin, 'x-forwarded-for': randomAddress() },
    data: { ...person, inviteToken: invitation.searchParams.get('inviteToken') },
  });
  expect(answer.status()).toBe(200);
}

/** Pays for the plan of a team at the card provider, and waits on the page until it is there. */
async function buysTeam(site: DemoSite): Promise<void> {
  const { page } = site;
  const purchase = { priceId: 'prc_demo_team_monthly', successUrl: '/upgrade', autoRedirect: false };
  const { data } = await ask<{ data: { url: string } }>(page, 'purchasePlansWithCheckout', purchase);
  await page.goto(data.url);
  await site.pays();
  await page.waitForURL(`${process.env.INTAKE_DEMO_URL}/upgrade`);
  await expect
    .poll(async () => {
      const { data: member } = await ask<Awaited<ReturnType<Intake['getCurrentMember']>>>(page, 'getCurrentMember');
      return member?.teams.ownedTeams.length;
    })
    .toBe(1);
}

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
