import { Secret, TOTP } from 'otpauth';
import { findViolations } from './accessibility.ts';
import { expect, test } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** A refusal as of a site that requires a second factor, around a log-in that is right: the demonstration's requires none. */
const sentence = 'This site asks for a second step at log-in. Please set up a passkey or an authenticator app first.';

test('a newcomer to a site that requires a second factor sets one up in the dialog', async ({ site }) => {
  const { page } = site;
  const dialog = page.locator('intake-modal');
  const person = buildPerson();
  const sent: string[] = [];
  await page.addInitScript((message) => {
    const { fetch } = window;
    window.fetch = async (...given) => {
      const answer = await fetch(...given);
      if (!answer.ok || !answer.url.endsWith('/auth/signup')) return answer;
      const { tokens, redirect } = ((await answer.json()) as { data: { tokens: object; redirect: string | null } })
        .data;
      const error = { code: 'second-factor-setup-required', message, setup: { tokens, redirect } };
      return Response.json({ error }, { status: 403 });
    };
  }, sentence);
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));

  await site.opens('/');
  await page.waitForFunction(() => 'Intake' in window);
  await page.evaluate(
    () =>
      void (window as unknown as { Intake: { openModal(type: string): Promise<unknown> } }).Intake.openModal('SIGNUP'),
  );
  await dialog.getByRole('textbox', { name: 'Email Address', exact: true }).fill(person.email);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click();

  await test.step('chooses the app, and types its code', async () => {
    await expect(dialog.getByRole('heading', { name: 'Add a second step' })).toBeVisible();
    expect(await findViolations(page, { within: 'intake-modal' })).toEqual([]);
    expect(await site.keeps('_ms-mid')).toBeNull();
    await dialog.getByRole('button', { name: 'Use an authenticator app' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code with the setup key' })).toBeVisible();
    expect(await findViolations(page, { within: 'intake-modal' })).toEqual([]);
    const secret = (await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
    const code = () => TOTP.generate({ secret: Secret.fromBase32(secret) });
    const first = dialog.getByRole('textbox', { name: 'Digit 1 of 6' });
    await first.fill(code().replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10)));
    await expect(page.locator('#FactorSetupModal').getByText(/This code is not correct/)).toBeVisible();
    for (const box of await page.locator('#FactorSetupModal').getByRole('textbox').all())
      await expect(box).toHaveValue('');
    await first.fill(code());
  });

  await test.step('keeps the recovery codes, and is signed in', async () => {
    await expect(dialog.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const ways = {
      cross: () => dialog.getByRole('button', { name: 'Close' }).click(),
      backdrop: () => page.mouse.click(5, 5),
      escape: () => page.keyboard.press('Escape'),
      'escape again': () => page.keyboard.press('Escape'),
    };
    for (const [way, closes] of Object.entries(ways))
      await test.step(`is not rid of them by ${way}`, async () => {
        await closes();
        await expect(dialog.getByText('Please keep the codes, then tick the box.')).toBeVisible();
        await expect(dialog.getByRole('listitem')).toHaveCount(10);
      });
    expect(await findViolations(page, { within: 'intake-modal' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog.getByText('Please keep the codes, then tick the box.')).toBeVisible();
    expect(await site.keeps('_ms-mid')).toBeNull();
    await dialog.getByRole('checkbox', { name: 'I have kept these codes' }).check();
    // As "Go on" does: everything is set up.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => site.keeps('_ms-mid')).not.toBeNull();
    expect(sent).toContain('POST /member/second-factor/authenticator/confirm');
  });
});
