import { cards, expect, holdsBack, test } from './portal.ts';

test('a last place is paid for by somebody who confirms their address on the way, by keyboard alone', async ({
  portal,
}) => {
  const { page } = portal;
  const dialog = page.getByRole('dialog', { name: 'Confirm your email address' });
  const person = await portal.arrivesPreapproved();
  await page.clock.install();
  await portal.open('enrol');
  await portal.presses(/Change/);
  await portal.choosesCourse('Software Engineering');
  // Behind the step that it opens. Still under way when the clock jumps below, it would count as timed out.
  const saved = page.waitForResponse((answer) => /"selected-cohort":"[^"]/.test(answer.request().postData() ?? ''));
  await portal.choosesCohort(/last seat/);
  expect((await saved).ok()).toBe(true);

  await test.step('the page says beforehand what an address means that is not confirmed', async () => {
    await portal.sees('Your email address is not confirmed yet');
    await portal.sees(/last places are held for students with a confirmed address only/);
    await expect(page.getByText('You can pay all the same')).toHaveCount(0);
  });
  await test.step('the pay button asks for the mailed code, on the same screen', async () => {
    const panel = page.getByRole('region', { name: /full/i });
    await panel.getByRole('checkbox').check();
    await panel.getByRole('button', { name: /^Pay/ }).focus();
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 60_000));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    // Time for a message to leave the screen, and far less than after which it goes by itself.
    for (let frames = 0; frames < 100; frames++) await page.clock.runFor(20);
    await expect(page.getByText('Redirecting to Payment')).toHaveCount(0);
    await page.clock.resume();
    await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await portal.isAccessible();
    await portal.isAt('enrol');
  });
  await test.step('Escape leads back to the button; pressed again it asks again', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^Pay .* in full/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  });
  // A mailbox gets at most one mail in 30 s, and the sign-up has just sent one.
  const { text } = await portal.getMail(person.email, /Your code to confirm/);
  const code = /\b\d{6}\b/.exec(text)![0];
  await test.step('a wrong code is told beside the field', async () => {
    await page.keyboard.type(code === '000000' ? '111111' : '000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('group', { name: 'There is a problem' })).toBeFocused();
    await portal.isAccessible();
  });
  await test.step('the right one goes on to the card page by itself, and the seat can be paid', async () => {
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dev\/card\/pay\//);
    await portal.paysWith(cards.success);
    await portal.isAt('payment/success');
    await portal.sees('Amount paid');
  });
});

test('an address can be confirmed before paying, and the notice about it goes', async ({ portal }) => {
  const { page } = portal;
  const person = await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.presses('Confirm it now');
  const { text } = await portal.getMail(person.email, /Your code to confirm/);
  await portal.types('Code', /\b\d{6}\b/.exec(text)![0]);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await portal.sees('Your email address is confirmed');
  await expect(page.getByText('Your email address is not confirmed yet')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Choose how you pay' })).toBeFocused();
});

test('a dialog closed while its code is checked leads nowhere, and the address is confirmed', async ({
  portal,
  page,
}) => {
  const person = await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  // As for one of the last places, which the first journey here has paid for.
  const refusal = { code: 'email-unproved', message: 'Please confirm your email address first.' };
  await page.route('**/enrolment/checkout', (route) => route.fulfill({ status: 403, json: { error: refusal } }), {
    times: 1,
  });
  const panel = page.getByRole('region', { name: /full/i });
  await panel.getByRole('checkbox').check();
  await panel.getByRole('button', { name: /^Pay/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your email address' });
  const { text } = await portal.getMail(person.email, /Your code to confirm/);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(/\b\d{6}\b/.exec(text)![0]);
  const letPass = await holdsBack(page, '**/member/verify-email');
  const asked = page.waitForRequest('**/member/verify-email');
  await dialog.getByRole('button', { name: 'Confirm and go to payment' }).click();
  await asked;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  let checkouts = 0;
  await page.route('**/enrolment/checkout', (route) => {
    checkouts++;
    return route.abort();
  });
  letPass();
  await expect(page.getByText('Your email address is not confirmed yet')).toHaveCount(0);
  await page.evaluate(async () => (await fetch('/healthz')).text());
  expect(checkouts).toBe(0);
  await portal.sees('Step 3 of 3');
});

test('the dialog itself says when another code comes', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.presses('Confirm it now');
  const dialog = page.getByRole('dialog', { name: 'Confirm your email address' });
  const status = dialog.getByRole('status');
  await expect(status).toHaveText(/may land in your spam folder/);
  // Layout height, which the opening animation's transform does not affect.
  const heightOf = () => dialog.evaluate((element) => (element as HTMLElement).offsetHeight);
  const height = await heightOf();
  // On a slow machine the first press may come after the pause, so that the code is sent at once.
  for (let pressed = 0; pressed < 2; pressed++) {
    const again = dialog.getByRole('button', { name: 'Send new code' });
    // While a code is being asked for, the first one too, a press does nothing and a spinner says so.
    await expect(again).not.toHaveAttribute('aria-busy');
    await again.click();
    await expect(status).toHaveText(/A new code has been sent|Until it arrives, the last one still works/);
  }
  await expect(status).toHaveText(/It leaves in \d+ seconds\. Until it arrives, the last one still works\./);
  expect(await heightOf()).toBe(height);
  await portal.isAccessible();
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await status.evaluate((text) => text.scrollHeight <= parseFloat(getComputedStyle(text).minHeight))).toBe(
      true,
    );
  }
});
