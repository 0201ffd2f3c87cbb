import { addPasskeyDevice } from './console.ts';
import { expect, test, type DemoSite } from './demo-site.ts';

/** A member whose log-in is a while ago is asked for a proof in the profile. */

const service = process.env.INTAKE_URL!;

interface Intake {
  openModal(type: string, params: object): Promise<unknown>;
}

/** Opens the security view of a member from whom a connection wants a proof, each time it is tried. */
async function opensSecurity(site: DemoSite) {
  const { page } = site;
  const person = await site.signsUp();
  await page.route(`${service}/member/connect-provider/ticket`, (route) =>
    route.fulfill({
      status: 403,
      headers: { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! },
      json: { error: { code: 'recent-login-required', message: 'Please log in again to make this change.' } },
    }),
  );
  await page.evaluate(() => {
    void (window as unknown as { Intake: Intake }).Intake.openModal('PROFILE', { profile: { tab: 'security' } });
  });
  const dialog = page.locator('intake-modal');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click();
  const question = dialog.getByRole('heading', { name: 'Is it you?' });
  const asksForProof = async () => {
    await press(/^Connect /);
    await expect(question).toBeVisible();
  };
  return { person, dialog, press, question, asksForProof };
}

for (const [screen, width] of Object.entries({ wide: 1_200, narrow: 400 }))
  test(`a member who is asked for a proof on a ${screen} screen may go to another view, or log out`, async ({
    site,
  }) => {
    await site.page.setViewportSize({ width, height: 800 });
    const { dialog, press, question, asksForProof } = await opensSecurity(site);

    await asksForProof();
    if (screen === 'narrow') await press('Back');
    else await press('Profile');
    await expect(question).toHaveCount(0);
    await expect(dialog.getByRole('navigation')).toBeVisible();
    await expect(dialog.getByText('Please log in again')).toHaveCount(0);
    await press('Security');
    await asksForProof();
    if (screen === 'narrow') await press('Back');
    await press('Logout');
    await expect.poll(() => site.keeps('_ms-mid')).toBeNull();
  });

/** Sets up a passkey for the member of the page, by calls. */
const addsPasskey = ({ page }: DemoSite): Promise<void> =>
  page.evaluate(async (at) => {
    const call = async (path: string, body?: object) => {
      const answer = await fetch(`${at}/member/second-factor/passkeys${path}`, {
        method: 'POST',
        headers: {
          'x-api-key': 'pk_sb_demo',
          authorization: `Bearer ${localStorage.getItem('_ms-mid')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { data: unknown }).data;
    };
    const options = (await call('/options')) as PublicKeyCredentialCreationOptionsJSON;
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    await call('', { name: 'Phone', credential: made.toJSON() as object });
  }, service);

test('a member whose second factor is a passkey may show it', async ({ site }) => {
  const { person, dialog, press, asksForProof } = await opensSecurity(site);
  await addPasskeyDevice(site.page);
  await addsPasskey(site);
  await asksForProof();
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await press('Confirm');
  await expect(dialog.getByLabel('Code of your authenticator app, or a recovery code')).toBeVisible();
  const unproved = await site.keeps('_ms-mid');
  await press('Use a passkey');
  // The session goes on under another token.
  await expect.poll(() => site.keeps('_ms-mid')).not.toBe(unproved);
});

test('a wrong mailed code leaves empty boxes behind', async ({ site }) => {
  const { dialog, press, asksForProof } = await opensSecurity(site);
  await asksForProof();
  await press('Email me a code');
  await dialog.getByLabel('Digit 1 of 6').fill('000000');
  await expect(dialog.locator('#ProfileModal').getByText(/code is not correct or has expired/)).toBeVisible();
  for (const box of await dialog.getByLabel(/^Digit \d of 6$/).all()) await expect(box).toHaveValue('');
});

test('a session that ends while a proof is asked for asks for a new log-in, and leads back', async ({ site }) => {
  const { person, dialog, press, asksForProof } = await opensSecurity(site);
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true });
  const newAddress = dialog.locator('input[name="security:email"]');
  await newAddress.fill(`new-${person.email}`);
  await asksForProof();
  await site.looksNoMore();
  await site.endsOnServer();
  await password.fill(person.password);
  await press('Confirm');
  await expect(dialog.locator('.ms-messages [role=alert]')).toHaveText('Your session has ended. Please log in again.');
  await password.fill(person.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(newAddress).toHaveValue(`new-${person.email}`);
});
