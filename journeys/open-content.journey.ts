import type { APIResponse, Page, Route } from '@playwright/test';
import { portalPages } from '../shared/portal-pages.ts';
import { expect, test } from './portal.ts';

/** What a request is answered with; nothing for one whose page was left meanwhile. */
async function answerOf(route: Route): Promise<{ answer: APIResponse; text: string } | undefined> {
  try {
    const answer = await route.fetch();
    return { answer, text: await answer.text() };
  } catch (error) {
    if (/disposed|closed/.test(String(error))) return undefined;
    throw error;
  }
}

/** The pages as they are built once every partner's entry says that its content is open. */
async function openContent(page: Page): Promise<void> {
  let opened = 0;
  await page.route('**/assets/*.js', async (route) => {
    const got = await answerOf(route);
    if (!got) return;
    const changed = got.text.replaceAll('opensContent:!1', 'opensContent:!0');
    if (changed !== got.text) opened += 1;
    await route.fulfill({ response: got.answer, body: changed });
  });
  // The first screens in the pages are those of partners whose content is closed.
  await page.route('**/uts/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const got = await answerOf(route);
    if (got) await route.fulfill({ response: got.answer, body: got.text.replace(/ data-rendered="\w+"/, '') });
  });
  await page.goto('/uts/login');
  await expect.poll(() => opened, 'the setting is in the scripts of the pages').toBeGreaterThan(0);
}

test('where a partner opens its content a visitor reads a course and is asked to register', async ({
  portal,
  page,
}) => {
  await openContent(page);
  await portal.open('courses/cyber-security');
  await portal.isAt('courses/cyber-security');
  const action = page.locator('main').getByRole('link', { name: 'Register Now' });
  await expect(action).toHaveCount(2);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5);
  await portal.isAccessible();
  await action.first().click();
  await portal.isAt('register');
});

test('where a partner opens its content a visitor creates an account to download an outline', async ({
  portal,
  page,
}) => {
  await openContent(page);
  await portal.open('resources/course-outlines');
  await page.getByRole('tab', { name: 'Data Science & AI' }).click();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveCount(0);
  await portal.isAccessible();
  await portal.follows('Create Account to Download');
  await portal.isAt('register');
});

test('where a partner opens its content visitors read the rest as well, and nothing more', async ({ portal, page }) => {
  await openContent(page);
  for (const path of ['data', 'software', 'faq', 'careerConsultation', 'caseStudies', 'events'] as const) {
    await portal.open(portalPages[path].path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await portal.isAt(portalPages[path].path);
  }
  for (const path of ['profile', 'enrol', 'eligibility'] as const) {
    await portal.open(portalPages[path].path);
    await portal.isAt('login');
  }
});

test('where a partner opens its content a visitor finds their way on a wide screen', async ({ portal, page }) => {
  await openContent(page);
  await page.getByRole('banner').getByRole('link', { name: 'Courses' }).click();
  await portal.isAt('resources/course-outlines');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'FAQ' }).click();
  await portal.isAt('faq');
  await expect(navigation.getByRole('link')).toHaveCount(8);
  await portal.isAccessible();
});

test('as partners come, a visitor logs in first', async ({ portal, page }) => {
  for (const path of ['cyber', 'faq', 'courseOutlines', 'events'] as const) {
    await portal.open(portalPages[path].path);
    await portal.isAt('login');
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Courses' })).toHaveCount(0);
});
