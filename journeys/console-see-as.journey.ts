import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test as staffTest, type Console } from './console.ts';
import { buildPerson } from './portal.ts';

/** Journeys of somebody with the role support, for the demonstration site and the students of UTS. */
const test = staffTest.extend<{ support: Console }>({
  support: async ({ staff, stateOf }, use) => {
    await staff.page.context().addCookies((await stateOf('support')).cookies);
    await use(staff);
  },
});

/** Fills in the dialog on a member's page. @returns the link that opens the view */
async function beginsView(support: Console, fill: (page: Page) => Promise<unknown>) {
  const { page } = support;
  await support.presses('See as this member…');
  await support.presses('Begin the view');
  await expect(page.getByText('Enter a reason').first()).toBeVisible();
  await fill(page);
  await page.getByRole('dialog').getByLabel('Reason').fill('Cannot find the course.');
  await support.presses('Begin the view');
  return page.getByRole('link', { name: 'Open it in a new tab' });
}

const opens = async (support: Console, site: string, name: string) => {
  await support.open(`/sites/${site}/members?search=${name}`);
  await support.page.getByRole('table').getByRole('link').first().click();
};

/** A student who makes an account on a page of UTS. @returns their address */
async function joinsUts(request: APIRequestContext): Promise<string> {
  const joined = await request.post('/auth/signup', {
    headers: { 'x-api-key': 'pk_sb_enrolment', 'referring-path': '/uts/register' },
    data: { ...buildPerson(), customFields: { 'first-name': 'Ana', 'last-name': 'Silva' } },
  });
  expect(joined.ok(), await joined.text()).toBe(true);
  return ((await joined.json()) as { data: { member: { auth: { email: string } } } }).data.member.auth.email;
}

test('Support sees the portal as a student, who is told of nothing that was done', async ({ support, request }) => {
  await opens(support, 'app_enrolment', await joinsUts(request));
  const link = await beginsView(support, (page) => page.getByLabel('Where').selectOption('Portal of UTS'));
  const opening = support.page.context().waitForEvent('page');
  await link.click();
  const seen = await opening;
  await test.step('The tab shows the member’s pages, says so, and the code has left the address', async () => {
    await expect(seen.getByRole('status').filter({ hasText: 'You see this as' })).toBeVisible();
    await expect(seen.getByText(/^ends in (29|30) min$/)).toBeVisible();
    await expect(seen).not.toHaveURL(/intake-view/);
    expect(await seen.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
  await test.step('On a phone it covers nothing and nothing is wider than the screen', async () => {
    await seen.setViewportSize({ width: 360, height: 740 });
    const { width, bottom } = await seen.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      bottom: document.querySelector('[aria-label="View of staff"]')!.getBoundingClientRect().bottom,
    }));
    expect(width).toBeLessThanOrEqual(360);
    expect(bottom).toBeLessThan(370);
    await seen.screenshot({ path: `${test.info().outputDir}/portal-360.png` });
    await seen.setViewportSize({ width: 1_440, height: 900 });
    await seen.screenshot({ path: `${test.info().outputDir}/portal-1440.png` });
  });
  await test.step('It stays through a reload, and ends by its button', async () => {
    await seen.reload();
    await seen.getByRole('button', { name: 'End', exact: true }).click();
    await expect(seen.getByText('You see this as')).toHaveCount(0);
    await expect(
      seen
        .getByRole('link', { name: 'Log in' })
        .or(seen.getByRole('button', { name: 'Log in' }))
        .first(),
    ).toBeVisible();
  });
  await test.step('The timeline tells when it began and ended, and why', async () => {
    await support.page.reload();
    await expect(support.page.getByText(/began to see as this member/).first()).toBeVisible();
    await expect(support.page.getByText(/no longer sees as this member/).first()).toBeVisible();
    await expect(support.page.getByText('Reason: Cannot find the course.').first()).toBeVisible();
    await expect(support.page.getByText(/\(Sue Support\)/).first()).toBeVisible();
  });
});

test('Support sees a page of a site as a member, and can change nothing there', async ({ support, browser }) => {
  const home = process.env.INTAKE_DEMO_URL!;
  await opens(support, 'app_demo', 'friend');
  const link = await beginsView(support, (page) => page.getByLabel('Address of the page').fill(`${home}/account`));
  // The headers of a console's journey would stop a page of another origin.
  const context = await browser.newContext({ extraHTTPHeaders: {} });
  const seen = await context.newPage();
  await seen.goto((await link.getAttribute('href'))!);
  const banner = seen.locator('intake-view');
  await expect(banner.getByRole('status')).toContainText('You see this as');
  await expect(seen).toHaveURL(`${home}/account`);
  await test.step('Nothing of it stands in the browser beyond the tab', async () => {
    expect(await seen.evaluate(() => [localStorage.getItem('_ms-mid'), localStorage.getItem('_ms-mem')])).toEqual([
      null,
      null,
    ]);
  });
  await test.step('What changes something is refused', async () => {
    const code = await seen.evaluate(async () => {
      const { Intake } = window as unknown as { Intake: { updateMemberJSON(body: object): Promise<unknown> } };
      return Intake.updateMemberJSON({ json: { seen: true } }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    });
    expect(code).toBe('view-is-read-only');
  });
  await test.step('On a phone the banner takes its own room', async () => {
    await seen.setViewportSize({ width: 360, height: 740 });
    expect(await seen.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await seen.screenshot({ path: `${test.info().outputDir}/widget-360.png` });
  });
  await test.step('The link does not open it a second time, and the view ends by its button', async () => {
    await banner.getByRole('button', { name: 'End' }).click();
    await expect(banner).toHaveCount(0);
    expect(await seen.evaluate(() => sessionStorage.getItem('ms_view'))).toBeNull();
  });
  await context.close();
});
