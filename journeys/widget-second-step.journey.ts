import { Secret, TOTP } from 'otpauth';
import { findViolations } from './accessibility.ts';
import { expect, test, type DemoSite } from './demo-site.ts';
import { buildPerson, randomAddress, type Person } from './portal.ts';

const service = process.env.INTAKE_URL!;

/** The code of a time step, counted from the present one: each works once, one step early or late. */
function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

/** A code that is none of now. */
const wrongCodeOf = (secret: string): string =>
  codeOf(secret).replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10));

interface Protected extends Person {
  secret: string;
  recoveryCode: string;
}

/** A member who has set up an authenticator app, by calls. */
async function buildProtected(): Promise<Protected> {
  const person = buildPerson();
  let token = '';
  const call = async (path: string, body: object = {}) => {
    const answer = await fetch(service + path, {
      method: 'POST',
      headers: {
        'x-api-key': 'pk_sb_demo',
        'x-forwarded-for': randomAddress(),
        ...(Object.keys(body).length > 0 && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(Object.keys(body).length > 0 && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: Record<string, never> }).data;
  };
  token = (await call('/auth/signup', person))['tokens']!['accessToken'];
  const secret = (await call('/member/second-factor/authenticator'))['secret']!;
  const confirmed = await call('/member/second-factor/authenticator/confirm', { code: codeOf(secret) });
  return { ...person, secret, recoveryCode: confirmed['newRecoveryCodes']![0] };
}

/** Takes the first step of a log-in in the dialog. */
async function entersPassword({ page }: DemoSite, member: Person): Promise<void> {
  const dialog = page.locator('intake-modal');
  await page.waitForFunction(() => 'Intake' in window);
  await page.evaluate(
    () =>
      void (window as unknown as { Intake: { openModal(type: string): Promise<unknown> } }).Intake.openModal('LOGIN'),
  );
  await dialog.getByRole('textbox', { name: 'Email Address', exact: true }).fill(member.email);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

test('a member with an authenticator app logs in by the dialog, with its code or a recovery code', async ({ site }) => {
  const member = await buildProtected();
  const { page } = site;
  const dialog = page.locator('intake-modal');

  await test.step('types the code of the app', async () => {
    await site.opens('/');
    await entersPassword(site, member);
    expect(await findViolations(page, { within: 'intake-modal' })).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).fill(codeOf(member.secret, 1));
    await expect.poll(() => site.keeps('_ms-mid')).not.toBeNull();
  });

  await test.step('or a recovery code', async () => {
    await page.evaluate(() => localStorage.clear());
    await site.opens('/');
    await entersPassword(site, member);
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByRole('textbox', { name: 'Recovery code' }).fill('aaaaa-aaaaa');
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.locator('#SecondStepModal').getByText(/This code is not correct/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(member.recoveryCode);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect.poll(() => site.keeps('_ms-mid')).not.toBeNull();
  });
});

test('a wrong code leaves empty boxes behind, and the next one is sent as a whole', async ({ site }) => {
  const member = await buildProtected();
  const { page } = site;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/auth/second-step'))
      sent.push((request.postDataJSON() as { code: string }).code);
  });
  await site.opens('/');
  await entersPassword(site, member);
  const screen = page.locator('#SecondStepModal');
  const wrong = wrongCodeOf(member.secret);
  await screen.getByLabel('Digit 1 of 6').fill(wrong);
  await expect(screen.getByText(/This code is not correct/)).toBeVisible();
  await expect(screen.getByLabel('Digit 1 of 6')).toBeFocused();
  for (const box of await screen.getByRole('textbox').all()) await expect(box).toHaveValue('');
  const right = codeOf(member.secret, 1);
  await page.keyboard.type(right);
  await expect.poll(() => site.keeps('_ms-mid')).not.toBeNull();
  expect(sent).toEqual([wrong, right]);
});

test('a step that is over leads back to the password, and says so', async ({ site }) => {
  const member = await buildProtected();
  const { page } = site;
  await site.opens('/');
  await entersPassword(site, member);
  const first = page.locator('#SecondStepModal').getByLabel('Digit 1 of 6');
  for (let tries = 0; tries < 5; tries++) {
    await first.fill(wrongCodeOf(member.secret));
    await expect(first).toHaveValue('');
  }
  await first.fill(codeOf(member.secret, 1));
  await expect(page.locator('#LoginModal').getByRole('textbox', { name: 'Password', exact: true })).toBeVisible();
  await expect(page.locator('.ms-messages [role=alert]')).toHaveText(/This log-in took too long/);
  expect(await site.keeps('_ms-mid')).toBeNull();
});

test('a log-in by a form of the page waits for its second step, also after a new password, until the dialog is closed', async ({
  site,
}) => {
  const { email, password } = await buildProtected();
  const { page } = site;
  const dialog = page.locator('intake-modal');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await site.opens('/login');
  await site.fills('login', { email, password });
  await site.sends('login');
  await expect(dialog.getByRole('heading', { name: 'One more step' })).toBeVisible();

  await press('Back');
  await press('Forgot Password?');
  await dialog.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await press('Send Link');
  await dialog.getByRole('textbox', { name: 'New Password' }).fill(buildPerson().password);
  // The sixth digit sends the form.
  await dialog.getByLabel('Digit 1 of 6').fill(await site.getCode(email, /password|code/i));
  await expect(dialog.getByRole('heading', { name: 'Success!' })).toBeVisible();
  await site.isAt('/login');
  await page.keyboard.press('Escape');
  await expect(site.form('login').getByRole('alert')).toBeVisible();
  await expect(site.form('login')).toHaveAttribute('aria-busy', 'false');
});
