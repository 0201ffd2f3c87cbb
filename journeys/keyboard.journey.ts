import { Keyboard } from './keyboard.ts';
import { buildPerson, cards, expect, test } from './portal.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('somebody registers, passes the check, pays and holds a receipt with the keyboard alone', async ({
  portal,
  page,
}) => {
  const keyboard = new Keyboard(page);
  const heading = page.locator('main h1');
  const field = (name: string | RegExp) => page.getByRole('textbox', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { email, password } = buildPerson();

  await test.step('registers', async () => {
    await keyboard.startsAt(page.getByRole('link', { name: 'Skip to main content' }), async () => {
      await portal.open('register');
      await expect(heading).toBeVisible();
    });
    await page.keyboard.press('Enter');
    await expect(heading).toBeFocused();
    await keyboard.types(field('First name'), 'Ana');
    await keyboard.types(field('Last name'), 'Silva');
    await keyboard.types(field('Email'), email);
    await keyboard.types(field(/^Password/), password);
    await keyboard.types(field('Confirm password'), password);
    await keyboard.presses(page.getByRole('checkbox'), 'Space');
    await keyboard.presses(button('Create Account'));
    await portal.isAt('eligibility');
    await expect(heading).toBeFocused();
  });

  await test.step('passes the check', async () => {
    await keyboard.types(field('Phone'), '+64 21 555 0100');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('What would you like to study?');
    await expect(heading).toBeFocused();
    await keyboard.reaches(page.getByRole('radio', { name: /^Certificate or lower/ }));
    await keyboard.reaches(page.getByRole('radio', { name: /^Bachelor/ }), 'ArrowDown');
    await keyboard.presses(button('Check Eligibility'));
    await expect(heading).toHaveText("Congratulations! You're Pre-approved");
    await expect(heading).toBeFocused();
  });

  await test.step('chooses a cohort and how to pay', async () => {
    await keyboard.presses(page.locator('main').getByRole('link', { name: 'Enrol Now' }));
    await portal.isAt('enrol');
    await expect(heading).toHaveText('Which course do you want to take?');
    await expect(heading).toBeFocused();
    // The course that stood there preselected was never chosen.
    await portal.sees('Step 1 of 3');
    await keyboard.presses(button('Cyber Security'));
    await portal.sees('Step 2 of 3');
    await keyboard.presses(page.getByRole('radio').and(page.locator(':enabled')).first(), 'Space');
    await keyboard.presses(button('Continue to Payment'));
    await portal.sees('Step 3 of 3');
    await keyboard.presses(page.getByRole('region', { name: /deposit/i }).getByRole('checkbox'), 'Space');
    await keyboard.presses(button('Pay NZ$500 deposit'));
    await expect(page).toHaveURL(/\/dev\/card\/pay\//);
  });

  await test.step('pays', async () => {
    await expect(page.getByLabel(/card number/i)).toBeVisible();
    for (const [label, text] of [
      [/card number/i, cards.success],
      [/expir/i, '12 / 34'],
      [/security code/i, '123'],
      [/name/i, 'Ana Silva'],
    ] as const)
      await keyboard.types(page.getByLabel(label), text);
    await keyboard.presses(page.getByRole('button', { name: /^Pay/ }));
    await portal.isAt('payment/success');
    await portal.sees("Payment confirmed. You're Enrolled!");
    await keyboard.reaches(button('Print receipt'));
  });
});

test('somebody logs in, opens the menu, tabs and a dialog, and leaves them, with the keyboard alone', async ({
  portal,
  page,
}) => {
  const keyboard = new Keyboard(page);
  const heading = page.locator('main h1');
  const person = await portal.arrivesPreapproved();
  await page.context().clearCookies();

  await test.step('what is missing leads to its field', async () => {
    await portal.open('login');
    await keyboard.presses(page.getByRole('button', { name: 'Log In', exact: true }));
    const summary = page.getByRole('group', { name: 'There is a problem' });
    await expect(summary).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await keyboard.types(page.getByRole('textbox', { name: 'Email' }), person.email);
    await keyboard.types(page.getByRole('textbox', { name: /^Password/ }), person.password);
    await page.keyboard.press('Enter');
    await portal.isAt('eligibility');
    await expect(heading).toBeFocused();
  });

  await test.step('the menu keeps the focus, and gives it back', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('button', { name: 'Menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await keyboard.reaches(menu, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(drawer).toBeVisible();
    await keyboard.staysWithin(drawer);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await keyboard.presses(drawer.getByRole('link', { name: 'Your profile' }));
    await portal.isAt('profile');
    await expect(heading).toBeFocused();
  });

  await test.step('tabs go by arrows', async () => {
    const tab = (name: string) => page.getByRole('tab', { name });
    await keyboard.reaches(tab('Details'));
    for (const [key, name] of [
      ['ArrowRight', 'Preferences'],
      ['End', 'Security'],
      ['ArrowRight', 'Details'],
      ['ArrowLeft', 'Security'],
      ['Home', 'Details'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab(name)).toBeFocused();
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    }
  });

  await test.step('a dialog keeps the focus, and gives it back', async () => {
    await portal.open('resources/career-consultation');
    const opener = page.getByRole('button', { name: 'Schedule Consultation' });
    const dialog = page.getByRole('dialog', { name: 'Schedule Consultation' });
    await keyboard.presses(opener);
    await expect(dialog).toBeVisible();
    await keyboard.staysWithin(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});

test('a page whose answer takes long takes its reader to the heading, but not one who has gone on in the menu', async ({
  portal,
  page,
}) => {
  const heading = page.locator('main h1');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await portal.arrivesPreapproved();
  for (const goesOn of [false, true])
    await test.step(goesOn ? 'who has gone on' : 'who waits', async () => {
      let letCome = () => {};
      const held = new Promise<void>((resolve) => (letCome = resolve));
      await portal.open('profile');
      await page.route('**/enrolment/order', async (route) => {
        await held;
        await route.fallback();
      });
      // Known answers would not be waited for.
      await page.reload();
      await menu.getByRole('link', { name: 'Enrol Now' }).focus();
      await page.keyboard.press('Enter');
      await portal.isAt('enrol');
      await expect(page.getByRole('main')).toBeFocused();
      const next = menu.getByRole('link', { name: 'Your profile' });
      if (goesOn) await next.focus();
      letCome();
      await expect(heading).toHaveText('When do you want to start?');
      await expect(goesOn ? next : heading).toBeFocused();
      await page.unroute('**/enrolment/order');
    });
});
