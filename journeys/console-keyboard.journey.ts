import { takeCode, untilAnotherCode } from './authenticator.ts';
import { accounts, expect, test } from './console.ts';
import { Keyboard } from './keyboard.ts';

test('By keyboard alone somebody signs in, changes a member, walks a list and ends a dialog', async ({ staff }) => {
  const { page } = staff;
  const keyboard = new Keyboard(page);
  await test.step('Address, password and a code of the app are typed', async () => {
    await staff.open('/sign-in');
    await keyboard.types(page.getByLabel('Email'), accounts.builder);
    await keyboard.types(page.getByRole('textbox', { name: 'Password' }), 'amber-harbour-lantern');
    await page.keyboard.press('Enter');
    await staff.sees('One more step');
    await expect(async () => {
      const code = await takeCode(page.request, accounts.builder);
      await keyboard.reaches(page.getByLabel('Code'), 'Shift+Tab');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await staff.sees(/^Hello/);
    }).toPass(untilAnotherCode);
  });
  await test.step('The first stop leads past the menu', async () => {
    await keyboard.startsAt(page.getByRole('link', { name: 'Skip to the content' }), () =>
      staff.open('/sites/app_demo/site'),
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
  });
  await test.step('The palette finds a member', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeFocused();
    await page.keyboard.type('turner@int');
    await expect(page.getByRole('option', { name: /turner@intake\.example/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await staff.sees('Toni');
  });
  await test.step('A field is changed and saved', async () => {
    await keyboard.reaches(page.getByRole('tab', { selected: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Fields' })).toHaveAttribute('aria-selected', 'true');
    await keyboard.reaches(page.getByLabel('Membership number'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('M-12');
    await keyboard.presses(page.getByRole('button', { name: 'Save the fields' }));
    await expect(page.getByText('The fields are saved')).toBeVisible();
  });
  await test.step('In the list j and k go from row to row, Enter opens one', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await staff.sees('Members');
    const rows = page.locator('[data-row-link]');
    await expect(rows.first()).toBeVisible();
    await page.keyboard.press('j');
    await expect(rows.nth(0)).toBeFocused();
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows.nth(0)).toBeFocused();
    const name = await rows.nth(0).innerText();
    await page.keyboard.press('Enter');
    await staff.sees(name);
    await page.goBack();
    await staff.sees('Members');
  });
  await test.step('A dialog keeps the focus in, and gives it back as it ends', async () => {
    const filter = page.getByRole('button', { name: 'Filter', exact: true });
    await keyboard.presses(filter);
    // The menu takes the focus a frame after it is drawn.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.type('Joi');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await keyboard.staysWithin(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(filter).toBeFocused();
  });
  await test.step('A setting of the site is changed, and the difference is read before it is saved', async () => {
    await page.goto('/console/sites/app_demo/site/comments');
    await keyboard.reaches(page.getByLabel('Blocked words'));
    await page.keyboard.type('lottery');
    await keyboard.presses(page.getByRole('button', { name: 'Review and save' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Blocked words “lottery” new');
    await keyboard.presses(dialog.getByRole('button', { name: 'Go on editing' }));
    await expect(dialog).toHaveCount(0);
    await keyboard.presses(page.getByRole('button', { name: 'Discard' }));
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
  });
});
