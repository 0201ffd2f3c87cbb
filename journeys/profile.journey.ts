import { anotherPerson, expect, holdsBack, test, type Portal } from './portal.ts';

const save = (portal: Portal) => portal.presses('Save Changes');
/** The tab before it still stands there for a moment. */
async function openTab({ page }: Portal, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}
const phoneOf = ({ page }: Portal) => page.getByRole('textbox', { name: 'Phone' });

test('somebody changes their details once, and finds them in another browser', async ({ portal, page, context }) => {
  const person = await portal.arrivesPreapproved();
  await portal.open('profile');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Details');
  await expect(page).toHaveTitle(/^Profile – Enrolment Portal \| UTS$/);
  await portal.sees('Your email cannot be changed.');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable();

  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/member')) sent.push(request.postDataJSON());
  });
  await phoneOf(portal).fill('anything at all');
  await portal.types('Last name', '');
  await page.getByRole('button', { name: 'Save Changes' }).filter({ visible: true }).dblclick();
  await portal.sees('Profile updated');
  await portal.sees(/^Saved \d{1,2}:\d\d [ap]m$/);
  expect(sent).toEqual([{ customFields: { 'first-name': 'Ana', 'last-name': '', 'phone-number': 'anything at all' } }]);

  const elsewhere = await anotherPerson(context, portal.request);
  await elsewhere.logsIn(person);
  await elsewhere.isAt('eligibility');
  await elsewhere.open('profile');
  await expect(phoneOf(elsewhere)).toHaveValue('anything at all');
});

test('the address names the open tab, and takes no other value', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  const open = page.getByRole('tab', { selected: true });
  for (const tab of ['details', 'preferences', 'email', 'security']) {
    await portal.open(`profile?tab=${tab}`);
    await expect(open).toHaveText(new RegExp(`^${tab}`, 'i'));
  }
  await portal.open('profile?tab=zzz');
  await expect(open).toHaveText('Details');
  await expect(page).toHaveURL(/\/uts\/profile$/);

  await open.press('ArrowRight');
  await expect(open).toHaveText('Preferences');
  await expect(open).toBeFocused();
  await expect(page).toHaveURL(/\/uts\/profile\?tab=preferences$/);
  await open.press('End');
  await expect(open).toHaveText('Security');
});

test('nothing typed is lost by another tab, a failure, a reload or the end of the session', async ({
  portal,
  page,
}) => {
  const person = await portal.arrivesPreapproved();
  await portal.open('profile');
  await phoneOf(portal).fill('+64 21 555 0177');

  await test.step('another tab of the page, where a save fails', async () => {
    await openTab(portal, 'Preferences');
    await page.route('**/member', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.getByRole('radio', { name: 'Part-time' }).check();
    await save(portal);
    await portal.sees('Error updating preferences');
    await portal.sees('There was a problem updating your preferences. Please try again.');
    await expect(page.getByRole('radio', { name: 'Part-time' })).toBeChecked();
    await openTab(portal, 'Email');
    await save(portal);
    await portal.sees('Error updating email settings');
    await portal.sees('There was a problem updating your email settings. Please try again.');
    await openTab(portal, 'Details');
    await save(portal);
    await portal.sees('Error updating profile');
    await portal.sees('There was a problem updating your profile. Please try again.');
    await page.unroute('**/member');
  });

  await test.step('a reload', async () => {
    await page.reload();
    await expect(phoneOf(portal)).toHaveValue('+64 21 555 0177');
  });

  await test.step('the end of the session', async () => {
    await page.context().clearCookies();
    await save(portal);
    await portal.isAt('login');
    await portal.logsIn(person);
    await portal.isAt('eligibility');
    await portal.open('profile');
    await expect(phoneOf(portal)).toHaveValue('+64 21 555 0177');
    await save(portal);
    await portal.sees('Profile updated');
    expect((await portal.readMember()).customFields['phone-number']).toBe('+64 21 555 0177');
  });
});

test('what is typed during a save stays, and is not called saved', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('profile');
  await phoneOf(portal).fill('+64 21 555 0177');
  const letPass = await holdsBack(page, '**/member');
  await save(portal);
  await phoneOf(portal).fill('+64 21 555 0178');
  letPass();
  await portal.sees('Profile updated');
  await portal.sees('Not saved yet');
  await expect(page.getByText(/^Saved /)).toHaveCount(0);
  await expect(phoneOf(portal)).toHaveValue('+64 21 555 0178');
  await save(portal);
  await portal.sees(/^Saved /);
  expect((await portal.readMember()).customFields['phone-number']).toBe('+64 21 555 0178');
});

test('another course gives the cohort up, after saying so', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  // It is saved in the background.
  await expect.poll(async () => (await portal.readMember()).customFields['selected-cohort']).toBeTruthy();

  await portal.open('profile?tab=preferences');
  await page.getByRole('radio', { name: 'Full-time' }).check();
  await expect(page.getByText(/Saving gives it up/)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Data Science & AI' }).check();
  await portal.sees(/Saving gives it up/);
  await save(portal);
  await portal.sees('Preferences updated');
  const { customFields } = await portal.readMember();
  expect(customFields).toMatchObject({ commitment: 'fullTime', 'course-selected': 'data', 'selected-cohort': '' });
});

test('a page left open picks up what another tab has saved', async ({ portal, page, context }) => {
  await portal.arrivesPreapproved();
  await portal.open('profile?tab=email');
  const other = await context.newPage();
  await other.goto('/uts/profile?tab=email');
  await other.getByRole('checkbox', { name: 'Marketing emails' }).check();
  await other.getByRole('button', { name: 'Save Changes' }).filter({ visible: true }).click();
  await expect(other.getByText('Email settings updated')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Marketing emails' })).toBeChecked();
  expect((await portal.readMember()).customFields['marketing-emails']).toBe('true');
});
