import type { Locator, Page } from '@playwright/test';
import { expect, pressesTwice, test, type DemoSite } from './demo-site.ts';
import { buildPerson, randomAddress, type Person } from './portal.ts';

/** Buttons of a page that take, change and give up plans, and the link of a team, from its owner to a full house. */

const service = process.env.INTAKE_URL!;
const told = (page: Page, role: 'status' | 'alert') => page.getByRole(role).filter({ visible: true });

test('a member takes, changes and gives up free plans; what they have or lack already is said', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await site.opens('/attributes');
  await site.sees('No plan yet');
  await site.presses('Stop being a friend');
  await expect(told(page, 'alert')).toHaveText('You do not have this plan.');
  await site.presses('Be a guest');
  await expect(told(page, 'status')).toHaveText('Your plan has been added.');
  await site.presses('Change to friend');
  await site.sees('The plans are open to you');
  await expect.poll(() => plansOf(page)).toEqual(['pln_demo_free']);
  await site.presses('Change to friend');
  await expect(told(page, 'status')).toHaveText('You have this plan already.');
  // An author's slip: nothing is given up for a plan that is not named.
  await page
    .getByRole('button', { name: 'Change to friend' })
    .evaluate((button) => button.setAttribute('data-ms-plan:update', 'friend'));
  const answered = page.waitForResponse(`${service}/member`);
  await site.presses('Change to friend');
  await answered;
  await site.presses('Be a friend');
  await expect(told(page, 'status')).toHaveText('You have this plan already.');
  await site.presses('Stop being a friend');
  await expect(told(page, 'status')).toHaveText('Your plan has been removed.');
  await site.sees('No plan yet');
  await expect.poll(() => plansOf(page)).toEqual([]);
});

test('a profile says of a paid plan that a payment is missing, or when it ends', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  const endsAt = Date.UTC(2027, 2, 14, 12);
  const paid = (planId: string, rest: object, cancelAtDate: number | null) => ({
    id: `con_${planId}`,
    planId,
    type: 'SUBSCRIPTION',
    payment: {
      amount: 19,
      currency: 'NZD',
      status: 'paid',
      lastBillingDate: null,
      nextBillingDate: null,
      cancelAtDate,
      priceId: null,
    },
    ...rest,
  });
  const planConnections = [
    paid('pln_demo_maker', { active: false, status: 'REQUIRES_PAYMENT' }, null),
    paid('pln_demo_team', { active: true, status: 'ACTIVE' }, endsAt),
  ];
  await page.route(`${service}/member`, async (route) => {
    const answer = await site.request.get(route.request().url(), { headers: route.request().headers() });
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...data, planConnections } } });
  });
  await page.evaluate(() => {
    const { openModal } = (window as unknown as { Intake: Dialogs }).Intake;
    void openModal('PROFILE', { profile: { tab: 'plans' } });
  });
  const rows = page.locator('#ProfileModal .ms-row');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('A payment is missing');
  const day = await page.evaluate((at) => new Date(at).toLocaleDateString(), endsAt);
  await expect(rows.last()).toContainText(`Ends on ${day}`);
});

test('a button leads a member to their own place, where log-in led them unless the form said otherwise', async ({
  site,
}) => {
  const { page } = site;
  const place = page.getByRole('button', { name: 'My place' });
  await site.opens('/login');
  await site.fills('login', { email: 'carver@intake.example', password: 'lime-gouge-thursday' });
  await site.sends('login');
  await site.isAt('/account');
  await site.opens('/attributes');
  await place.click();
  await site.isAt('/talk');
  await site.logsOut();
  await site.opens('/attributes');
  await expect(page.getByText('Hello, visitor')).toBeVisible();
  await expect(place).toBeHidden();
  // Who has none stays, and is told so.
  await site.signsUp();
  await place.click();
  await expect(told(page, 'status')).toHaveText('You are logged in.');
  await site.isAt('/attributes');
});

test('a visitor’s choice of a price goes on to payment, the last one only; who has the plan is told', async ({
  site,
}) => {
  const { page } = site;
  const chosen = () => site.keeps('ms_price', 'sessionStorage');
  const dialog = page.locator('#SignupModal');
  const wantsMonth = async () => {
    await site.presses('Be a maker');
    await expect(dialog.getByLabel('First name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect.poll(chosen).toBe('prc_demo_maker_monthly');
  };
  await site.opens('/attributes');
  await wantsMonth();
  await site.presses('Forget my choice');
  await expect.poll(chosen).toBeNull();
  await wantsMonth();
  await site.presses('Pay by the year');
  const { email, password } = buildPerson();
  await dialog.getByLabel('Email Address').fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click();
  // Two weeks to try: the price of the year, without the coupon of the month.
  await site.presses('Continue to Test Checkout');
  await site.pays();
  await site.isAt('/thanks');
  await untilPaid(site);
  await site.opens('/attributes');
  await site.sees('You are trying');
  await site.presses('Pay by the year');
  await site.presses('Continue to Test Checkout');
  await expect(told(page, 'alert')).toHaveText('You have this plan already.');
  await site.isAt('/attributes');
});

test('a member who pays by the month changes to the year, and pays nothing for the days that are left', async ({
  site,
}) => {
  const { page } = site;
  const buys = async (button: string) => {
    await site.opens('/attributes');
    await site.presses(button);
    await site.presses('Continue to Test Checkout');
    await expect(page).toHaveURL(/\/dev\/card\/pay\//);
  };
  const paysThere = async () => {
    await site.pays();
    await site.isAt('/thanks');
    await untilPaid(site);
  };
  await site.signsUp();
  await buys('Be a maker');
  await paysThere();
  await buys('Pay by the year');
  await expect(page.getByText(/(?:28|29|30|31) days free/).first()).toBeVisible();
  await paysThere();
  await expect(async () => {
    await site.opens('/attributes');
    await expect(page.getByText('You are trying')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await plansOf(page)).toEqual(['pln_demo_maker']);
});

test('a log-in by a script of the page forgets the price chosen before, one by an opener pays it', async ({ site }) => {
  const { page } = site;
  const chosen = () => site.keeps('ms_price', 'sessionStorage');
  const { email, password } = await site.signsUp();
  await site.opens('/attributes');
  const logsOut = () =>
    page.evaluate(() => (window as unknown as { Intake: Dialogs }).Intake.logout().then(() => undefined));
  await logsOut();
  const choosesYear = async () => {
    await site.presses('Pay by the year');
    await expect(page.locator('#SignupModal')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(chosen).toBe('prc_demo_maker_yearly,update');
  };
  const logsIn = async () => {
    const login = page.locator('#LoginModal');
    await login.getByLabel('Email Address').fill(email);
    await login.getByRole('textbox', { name: 'Password' }).fill(password);
    await login.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await choosesYear();
  await page.evaluate(() => {
    const { openModal, hideModal } = (window as unknown as { Intake: Dialogs }).Intake;
    void openModal('LOGIN').then(hideModal);
  });
  await logsIn();
  await expect.poll(chosen).toBeNull();
  await expect(page.locator('intake-modal')).toHaveCount(0);
  await logsOut();
  await choosesYear();
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<button data-ms-modal="login">In</button>'));
  await site.presses('In');
  await logsIn();
  await site.presses('Continue to Test Checkout');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
});

interface Dialogs {
  logout(): Promise<unknown>;
  openModal(type: string, params?: object): Promise<unknown>;
  hideModal(): void;
}

/** What was paid is told by the card provider, a moment later. */
const untilPaid = ({ page }: DemoSite) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText('You are a maker now.')).toBeVisible({ timeout: 1_000 });
  }).toPass();

const plansOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { planConnections } = JSON.parse(localStorage.getItem('_ms-mem')!) as { planConnections: Connection[] };
    return planConnections.filter(({ active }) => active).map(({ planId }) => planId);
  });

interface Connection {
  planId: string;
  active: boolean;
}

test('whoever has the link of a team joins it, by signing up, by logging in, signed in already: until it is full', async ({
  site,
  arrive,
}) => {
  await site.signsUp();
  await site.opens('/upgrade');
  await site.follows('Bring a team');
  await site.presses('Continue to Test Checkout');
  await site.pays();
  await site.isAt('/thanks');
  await untilPaid(site);
  const owned = await opensTeam(site);
  await expect(owned.getByText('1/6 Seats')).toBeVisible();
  const link = (await owned.getByText('/join-team?inviteToken=').textContent())!;

  const mate = await arrive();
  const torn = link.slice(0, -3);
  const first = await followsInvitation(mate, torn);
  await expect(told(mate.page, 'alert')).toHaveText(/invitation is not valid any more/);
  await mate.isAt(torn);
  await mate.opens('/thanks');
  await mate.sees(`You are logged in as ${first.email}.`);
  await mate.misses('You are a maker now.');
  await mate.opens(link);
  await expect(told(mate.page, 'status')).toHaveText('You have joined the team.');
  // A reload does not use the invitation again.
  await mate.isAt('/join-team');

  const newcomer = await arrive();
  const second = await followsInvitation(newcomer, link);
  await newcomer.isAt('/thanks');
  await newcomer.sees('You are a maker now.');
  await newcomer.logsOut();
  const { email, password } = await signsUp(site, {});
  // It is remembered on the way to the form, whether or not the service has answered before they go on.
  await newcomer.page.route(`${service}/{app,member}`, () => undefined);
  await newcomer.opens(`/thanks${new URL(link).search}`);
  expect(await newcomer.keeps('ms_invite', 'sessionStorage')).toBe(new URL(link).searchParams.get('inviteToken'));
  await newcomer.page.unroute(`${service}/{app,member}`);
  await newcomer.opens('/join-team');
  await newcomer.fills('login', { email, password });
  await newcomer.sends('login');
  await newcomer.isAt('/thanks');
  await newcomer.sees('You are a maker now.');

  const inviteToken = new URL(link).searchParams.get('inviteToken');
  await signsUp(site, { inviteToken });
  await signsUp(site, { inviteToken });
  const late = await arrive();
  const latecomer = await followsInvitation(late, link);
  await expect(told(late.page, 'alert')).toHaveText('This team has no free seat.');
  await late.opens('/thanks');
  await late.sees(`You are logged in as ${latecomer.email}.`);
  await late.misses('You are a maker now.');

  const full = await opensTeam(site);
  await expect(full.getByText('6/6 Seats')).toBeVisible();
  await expect(full.getByText('Your team is growing!')).toBeVisible();
  await expect(full.getByText('/join-team?inviteToken=')).toHaveCount(0);
  const removes = (address: string) => full.getByRole('button', { name: `Remove ${address}`, exact: true });
  for (const member of [first.email, second.email, email]) await expect(removes(member)).toBeVisible();
  await expect(removes(latecomer.email)).toHaveCount(0);
  await site.isAccessible();

  // Leaving frees a seat.
  await mate.opens('/account');
  await mate.presses('Your plans');
  const plans = mate.page.locator('#ProfileModal');
  await pressesTwice(plans, 'Leave team: Maker team');
  await expect(plans.getByText('You currently have free no plans.')).toBeVisible();
  await late.opens(link);
  await expect(told(late.page, 'status')).toHaveText('You have joined the team.');
});

/** In the profile, as the owner of a team finds it. */
async function opensTeam(site: DemoSite): Promise<Locator> {
  await site.opens('/account');
  await site.presses('Your plans');
  const profile = site.page.locator('#ProfileModal');
  await profile.getByRole('button', { name: 'Team', exact: true }).click();
  return profile;
}

async function followsInvitation(site: DemoSite, link: string): Promise<Person> {
  const person = buildPerson();
  await site.opens(link);
  await site.fills('signup', { 'first-name': 'Ana', ...person });
  await site.sends('signup');
  return person;
}

/** What a page sends, without the page. */
async function signsUp({ request }: DemoSite, brought: { inviteToken?: string | null }): Promise<Person> {
  const person = buildPerson();
  const answer = await request.post(`${service}/auth/signup`, {
    headers: { 'x-api-key': 'pk_sb_demo', origin: process.env.INTAKE_DEMO_URL!, 'x-forwarded-for': randomAddress() },
    data: { ...person, ...brought },
  });
  expect(answer.status()).toBe(200);
  return person;
}
