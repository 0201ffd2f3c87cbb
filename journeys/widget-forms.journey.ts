import { expect, test, type DemoSite } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** Forms of a page that change an address, sign up with a mailed code and manage providers: right, and wrong first. */

const service = process.env.INTAKE_URL!;
/** A wrong code. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

test('a member changes the address: not to one that is none, nor to somebody else’s', async ({ site, arrive }) => {
  const neighbour = await (await arrive()).signsUp();
  const { page } = site;
  const { email, password } = await site.signsUp();
  await site.opens('/account');
  const address = site.form('email').getByLabel('Email');
  await expect(address).toHaveValue(email);
  // The browser takes it for an address, the service does not.
  await address.fill('ana@nowhere');
  await site.sends('email');
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(address).toHaveAccessibleDescription('Please enter a valid email address');
  await site.sees(`${email}, with us since`);

  // Against enumeration the form answers alike; the address's owner is mailed, and keeps it.
  await address.fill(neighbour.email);
  await site.sends('email');
  await site.sees(/confirm your new email address/);
  await expect(address).toHaveAttribute('aria-invalid', 'false');
  await site.getMail(neighbour.email, /You already have an account/);

  const { email: next } = buildPerson();
  await address.fill(next);
  await site.sends('email');
  await site.sees(`${next}, with us since`);
  const { text } = await site.getMail(next, /Confirm your email address/);
  await site.logsOut();
  await site.opens('/login');
  await site.fills('login', { email: next, password });
  await site.sends('login');
  await expect(site.form('login').getByRole('alert')).toContainText('not correct');

  await page.goto(/http:\S+\/account\/\S+/.exec(text)![0]);
  await page.getByLabel('Password of your account').fill(password);
  await site.presses('Confirm');
  await site.sees('Your email address is confirmed');
  await site.opens('/login');
  await site.fills('login', { email: next, password });
  await site.sends('login');
  await site.isAt('/account');
  await site.sees(`${next}, with us since`);
});

test('a field, its options or a step may come after the form, and what cannot be shown is kept', async ({ site }) => {
  const { page } = site;
  type Client = { updateMember: (change: object) => Promise<{ data: { customFields: object } }> };
  const saves = (customFields: object) =>
    page.evaluate(
      (fields) => (window as unknown as { Intake: Client }).Intake.updateMember({ customFields: fields }),
      customFields,
    );
  await site.signsUp();
  await saves({ phone: '021 1', 'heard-from': 'Radio' });
  await site.opens('/account');
  const [phone, heard] = ['Phone', 'How did you hear of us?'].map((label) => site.form('profile').getByLabel(label));
  await expect(phone!).toHaveValue('021 1');
  await phone!.fill('021 2');
  await site.sends('profile');
  await expect(site.form('profile').getByRole('status')).toContainText('Your profile has been updated.');
  const { data } = await saves({});
  expect(data.customFields).toMatchObject({ phone: '021 2', 'heard-from': 'Radio' });

  await heard!.evaluate((select) => (select.innerHTML = '<option>Walked past</option><option>Radio</option>'));
  await expect(heard!).toHaveValue('Radio');
  await phone!.evaluate((field) => (field.outerHTML = '<input id="phone" data-ms-member="phone">'));
  await expect(phone!).toHaveValue('021 2');

  await site.logsOut();
  await site.opens('/join');
  const step = page.locator('[data-ms-passwordless="step-2"]');
  await expect(step.locator('input').first()).toBeDisabled();
  await step.evaluate((place) => place.append(Object.assign(document.createElement('input'), { required: true })));
  await expect(step.locator('input').last()).toBeDisabled();
});

test('a visitor signs up on a page with a mailed code: a wrong one first, and for the address it was sent to', async ({
  site,
}) => {
  const { page } = site;
  const form = site.form('passwordless-signup');
  const code = form.getByLabel('Code from the mail');
  const [{ email: mistyped }, { email }] = [buildPerson(), buildPerson()];
  await site.opens('/join');
  await expect(code).toBeHidden();
  // Until the widget has disabled it, the browser refuses to send the form without it.
  await expect(code).toBeDisabled();
  await site.fills('passwordless-signup', { email: 'ana@nowhere' });
  await site.sends('passwordless-signup');
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toBeHidden();

  await site.fills('passwordless-signup', { email: mistyped });
  await site.sends('passwordless-signup');
  await expect(code).toBeFocused();
  const forAnother = await site.getCode(mistyped, /sign-up code/);
  // A corrected address has to be proved too.
  await site.fills('passwordless-signup', { email, token: forAnother });
  const asked = page.waitForRequest(`${service}/auth/passwordless/signup/send`);
  await site.presses('Join with this code', form);
  expect((await asked).postDataJSON()).toMatchObject({ email });
  await expect(code).toBeFocused();
  const right = await site.getCode(email, /sign-up code/);
  await code.fill(otherThan(right));
  await site.presses('Join with this code', form);
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toHaveAccessibleDescription(/not correct or has expired/);
  await code.fill(right);
  await site.presses('Join with this code', form);
  await site.isAt('/thanks');
  await site.sees(`You are logged in as ${email}.`);
  await site.opens('/account');
  // There is none to ask for.
  await expect(site.form('password').getByLabel('New password')).toBeVisible();
  await expect(site.form('password').getByLabel('Current password')).toHaveCount(0);
});

test('a member connects and disconnects in a list what nobody else has', async ({ site, arrive }) => {
  const { page } = site;
  const [{ email: mine }, { email: taken }] = [buildPerson(), buildPerson()];
  const neighbour = await arrive();
  await neighbour.opens('/join');
  await neighbour.passesProvider(() => neighbour.presses('Join with your local account'), taken);
  await neighbour.isAt('/thanks');

  await site.signsUp();
  await site.opens('/account');
  const list = page.locator('[data-ms-auth="manage-providers"]');
  const connected = list.getByText('Connected', { exact: true });
  const connects = () => site.presses('Connect Local account');
  await site.passesProvider(connects, taken);
  const refused = page.getByRole('alert').filter({ visible: true });
  await expect(refused).toHaveText('This provider account is connected to a member already.');
  // Closing the window changes nothing.
  const opened = page.waitForEvent('popup');
  await connects();
  await (await opened).close();
  await expect(refused).toHaveText('The sign-in window was closed.');
  await expect(connected).toHaveCount(0);

  await site.passesProvider(connects, mine);
  await expect(connected).toBeVisible();
  await site.sees('Local account is connected to your account.');
  await site.presses('Disconnect Local account');
  await expect(list.getByRole('button', { name: 'Connect Local account' })).toBeVisible();
  await expect(connected).toHaveCount(0);
});

test('a log-in in a window ends the session that the page has until then', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  const token = () => site.keeps('_ms-mid');
  const memberOf = async (each: string | null) => {
    const headers = { 'x-api-key': 'pk_sb_demo', authorization: `Bearer ${each}` };
    const asks = ([url, init]: readonly [string, RequestInit]) => fetch(url, init).then((answer) => answer.json());
    return ((await page.evaluate(asks, [`${service}/member`, { headers }] as const)) as { data: object | null }).data;
  };
  const before = await token();
  expect(await memberOf(before)).not.toBeNull();
  const opens = () =>
    page.evaluate(() => {
      type Client = { loginWithProvider: (chosen: object) => Promise<unknown> };
      const { Intake } = window as unknown as { Intake: Client };
      void Intake.loginWithProvider({ provider: 'local', allowSignup: true });
    });
  await site.passesProvider(opens, buildPerson().email);
  await expect.poll(token).not.toBe(before);
  expect(await memberOf(await token())).not.toBeNull();
  expect(await memberOf(before)).toBeNull();
});

/** The dialog is centred by a transform and scrolls: a fixed position is one within it. */
const pageWithDialog = `<!doctype html><html lang="en"><head><title>Dialog</title><link rel="icon" href="data:,">
<script src="${service}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>
</head><body><button onclick="login.showModal()">Open</button> <form data-ms-form="email">
<label>New email <input type="email" data-ms-member="email" value="ana@example.org"></label><button type="submit">Change</button></form>
<dialog id="login" style="inset:50% auto auto 50%;margin:0;transform:translate(-50%,-50%);height:200px;overflow:auto">
<form data-ms-form="login"><p style="height:600px">Welcome back</p>
<label>Email <input type="email" data-ms-member="email"></label>
<label>Password <input type="password" data-ms-member="password"></label><button type="submit">Log in</button></form>
<form method="dialog"><button>Close</button></form></dialog></body></html>`;

/** Asserts that a refusal is in the window, under no other element, and in the accessibility tree, which lacks what is inert. */
async function hearsAndSees({ page }: DemoSite, refusal: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: refusal });
  // Under the pointer it stays, however long a busy machine takes to look at it.
  await alert.hover();
  await expect(alert).toBeInViewport({ ratio: 1 });
  const { x, y, width, height } = (await alert.boundingBox())!;
  const middle = [x + width / 2, y + height / 2] as const;
  const onTop = () => page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.localName, middle);
  await expect.poll(onTop).toBe('intake-messages');
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  expect(nodes.filter(({ role, ignored }) => role?.value === 'alert' && !ignored)).toHaveLength(1);
}

test('a refusal of a form in a modal dialog is seen above the dialog, stays when it closes, and one on the page is seen afterwards', async ({
  site,
}) => {
  const { page } = site;
  await page.route('**/with-dialog', (route) => route.fulfill({ contentType: 'text/html', body: pageWithDialog }));
  await site.opens('/with-dialog');
  await site.sends('email');
  await hearsAndSees(site, 'Member not logged in');
  for (const password of ['Kowhai-1234', 'Kowhai-5678']) {
    await site.presses('Open');
    await site.fills('login', { email: buildPerson().email, password });
    await site.sends('login');
    await hearsAndSees(site, 'not correct');
    // It stands on the page now: a page may close its dialog by itself.
    await page.keyboard.press('Escape');
    await expect(page.locator('#login')).toBeHidden();
    await hearsAndSees(site, 'not correct');
    // The author's own box outside the dialog is none for what happens in it.
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p data-ms-message="error"></p>'));
  }
  await site.sends('email');
  await expect(page.locator('[data-ms-message]').first()).toHaveText('Member not logged in');
});
