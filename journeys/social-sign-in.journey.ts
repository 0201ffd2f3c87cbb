import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type Client, type ForeignPage } from './foreign-page.ts';
import { buildPerson } from './portal.ts';

/** Signing in through a window of a provider, with the client of other people's pages, between two origins. */

const heading = 'Sign in to Riverbend Makers';

/** Presses what opens a window, and is somebody there; it closes by itself. @returns what the page gets */
async function through<T>(
  visitor: ForeignPage,
  opens: () => Promise<T>,
  atProvider: (window: Page) => Promise<void>,
): Promise<T> {
  const opened = visitor.page.waitForEvent('popup');
  const outcome = opens();
  // It may fail before anybody waits for it.
  outcome.catch(() => undefined);
  const window = await opened;
  await expect(window.getByRole('heading', { name: heading })).toBeVisible();
  await atProvider(window);
  await expect.poll(() => window.isClosed()).toBe(true);
  return outcome;
}

const as =
  (email: string, { confirmed = true } = {}) =>
  async (window: Page) => {
    await window.getByLabel('Email address').fill(email);
    if (!confirmed) await window.getByLabel('The provider has confirmed this address').uncheck();
    await window.getByRole('button', { name: 'Continue' }).click();
  };

const provider = 'local';
type Signup = Parameters<Client['signupWithProvider']>[0];
type WithMember = {
  data: { member: { id: string; verified: boolean; customFields: object; planConnections: object[] } };
};

test('somebody signs up in a window, and logs in by it ever after', async ({ visitor }) => {
  const { client } = visitor;
  const { email } = buildPerson();
  const wanted: Signup = {
    provider,
    customFields: { 'first-name': 'Ana & Bo + "Co" 100 %' },
    plans: [{ planId: 'pln_demo_free' }],
  };
  const signedUp = (await through(visitor, () => client.signupWithProvider(wanted), as(email))) as WithMember;
  const { member } = signedUp.data;
  expect(member).toMatchObject({
    verified: true,
    auth: { email, hasPassword: false, providers: [{ provider }] },
    customFields: wanted.customFields,
    planConnections: [{ planId: 'pln_demo_free', active: true }],
  });
  expect((await client.getCurrentMember()).data?.id).toBe(member.id);
  expect(await visitor.hears()).toEqual([member.id]);

  await client.logout();
  const loggedIn = (await through(visitor, () => client.loginWithProvider({ provider }), as(email))) as WithMember;
  expect(loggedIn.data.member.id).toBe(member.id);
  expect((await client.getCurrentMember()).data?.id).toBe(member.id);
});

test('a window refuses who has no account, who cancels, and an address that is not confirmed', async ({ visitor }) => {
  const { client } = visitor;
  const { email } = buildPerson();
  const logIn = (allowSignup?: boolean) => () => client.loginWithProvider({ provider, allowSignup });
  await expect(through(visitor, logIn(), as(email))).rejects.toMatchObject({ code: 'account-not-found' });
  await expect(
    through(visitor, logIn(true), (window) => window.getByRole('button', { name: 'Cancel' }).click()),
  ).rejects.toMatchObject({
    code: 'provider-sign-in-failed',
    message: 'You did not go on with Local account. Nothing was changed.',
  });
  const person = buildPerson();
  await visitor.signsUp(person);
  await client.logout();
  await expect(through(visitor, logIn(true), as(person.email, { confirmed: false }))).rejects.toMatchObject({
    code: 'provider-email-unproved',
  });
  expect((await client.getCurrentMember()).data).toBeNull();
});

test('a member connects a provider and disconnects it; the token is in no address of the window', async ({
  visitor,
}) => {
  const { client, page } = visitor;
  const id = await visitor.signsUp(buildPerson());
  const token = await visitor.keeps('_ms-mid');
  const { email } = buildPerson();
  const shown: string[] = [];
  page.context().on('page', (window) => window.on('framenavigated', (frame) => shown.push(frame.url())));
  const connected = await through(visitor, () => client.connectProvider({ provider }), as(email));
  expect(connected).toEqual({
    data: { providers: [{ provider }], message: 'Local account is connected to your account.' },
  });
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.join('\n')).not.toContain(token);

  await client.logout();
  const loggedIn = (await through(visitor, () => client.loginWithProvider({ provider }), as(email))) as WithMember;
  expect(loggedIn.data.member.id).toBe(id);
  expect(await client.disconnectProvider({ provider })).toMatchObject({
    data: { providers: [] },
    _internalUseOnly: { message: 'Local account is not connected to your account any more.' },
  });
  await expect(client.disconnectProvider({ provider })).rejects.toMatchObject({ code: 'account-not-connected' });
});

test('a window without the page that opened it says so, and so does one nobody may open', async ({ visitor }) => {
  const { page } = visitor;
  const window = await page.context().newPage();
  const query = 'publicKey=pk_sb_demo&appId=app_demo&origin=localhost&provider=local&allowSignup=true';
  const address = `${process.env.INTAKE_URL}/auth-provider/login?${query}`;
  await window.goto(address, { referer: `${visitor.origin}/` });
  expect((await new AxeBuilder({ page: window }).analyze()).violations).toEqual([]);
  await as(buildPerson().email)(window);
  await expect(window.getByText('The page that opened this window cannot be told.')).toBeVisible();
  await expect(window.getByText('You can close this window.')).toBeHidden();
  // What it was to tell is not to be found in it any more, nor is what it came with.
  await expect(window.locator('#result')).toHaveCount(0);
  await expect.poll(() => new URL(window.url()).search).toBe('');
  expect((await new AxeBuilder({ page: window }).analyze()).violations).toEqual([]);

  await window.goto(address, { referer: 'https://elsewhere.example/' });
  await expect(window.getByText('This site is not on the list of allowed origins.')).toBeVisible();
});
