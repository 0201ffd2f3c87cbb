import { expect, test } from './demo-site.ts';
import { builds, inspectorOf, saysOfSite } from './inspector.ts';
import { buildPerson } from './portal.ts';

/** Whole pages for members, as their builder and their visitors meet them. */

const group = (url: string) => ({
  contentGroups: [
    {
      id: 'grp_rooms',
      key: 'rooms',
      name: 'Rooms',
      allowAllMembers: false,
      redirect: null,
      urls: [{ url, filter: 'EQUALS' }],
      plans: [{ id: 'pln_demo_free' }],
    },
  ],
});

test('the Inspector reports a gated page that no content group names', async ({ site }) => {
  await saysOfSite(site, () => group('/rooms'));
  await builds(site, '/room', '<p>For members</p>', 'data-ms-gated');
  await site.opens('/room');
  const { badge, finding } = inspectorOf(site.page);
  await expect(badge).toHaveAccessibleName('Test Mode 1 problem, 1 error');
  await badge.click();
  const item = finding('gated-without-group');
  await item.getByRole('button').first().click();
  await expect(item).toContainText(
    'No content group of your site names /room, so everybody may open it. Did you mean /rooms?',
  );
});

test('the Inspector reports a gated page without data-ms-gated, with the whole tag to copy', async ({ site }) => {
  await site.signsUp('pln_demo_free');
  await saysOfSite(site, () => group('/room'));
  await builds(site, '/room', '<p>For members</p>');
  await site.opens('/room');
  const { badge, finding } = inspectorOf(site.page);
  await badge.click();
  const item = finding('gated-page-without-attribute');
  await item.getByRole('button').first().click();
  await expect(item.locator('.mend')).toContainText(' data-ms-gated>');
});

test('who is sent away is told why by the Inspector, and comes back with a sign-up', async ({ site }) => {
  const { page } = site;
  await saysOfSite(site, () => group('/room?week=3'));
  await builds(site, '/room?week=3', '<p>The room</p>', 'data-ms-gated');
  await builds(site, '/', '<button data-ms-plan:add="pln_demo_free" data-ms-modal="signup">Join</button>');
  await site.opens('/room?week=3');
  await site.isAt('/');
  const { badge, finding } = inspectorOf(page);
  await badge.click();
  await expect(finding('sent-here')).toContainText('Sent here from /room: for members with Friend');
  await page.reload();
  await badge.click();
  await expect(finding('sent-here')).toHaveCount(1);
  await badge.click();

  await site.presses('Join');
  const dialog = page.getByRole('dialog');
  const { email, password } = buildPerson();
  await dialog.getByLabel('Email Address').fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await site.isAt('/room?week=3');
  await site.sees('The room');
});
