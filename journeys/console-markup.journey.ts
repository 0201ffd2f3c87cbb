import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { calls, enrolsWithMarkup, firstOf, markup, namesWithMarkup, reads, writesMarkup } from './console-markup.ts';
import { addPasskeyDevice, expect, test, type Console } from './console.ts';
import { getMail } from './portal.ts';

/** No journey of another file enrols with it. */
const partner = 'unlv';
const staffName = markup('staff');
const site = '/sites/app_demo';

/** What a page did with markup beyond showing it: scripts that ran or were stopped, and elements that it became. */
function watch(page: Page): () => Promise<void> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /inline|Content Security Policy/i.test(message.text()))
      faults.push(message.text());
  });
  return async () => {
    for (const frame of page.frames()) {
      expect(await frame.evaluate('typeof window.pwned'), frame.url()).toBe('undefined');
      expect(await frame.locator('[onerror]').count(), frame.url()).toBe(0);
    }
    expect(faults, page.url()).toEqual([]);
  };
}

/** Invites somebody to the support of the demonstration site and the partner, who comes in under a name of markup. */
async function hires(owner: Console, browser: Browser): Promise<Page> {
  const { page } = owner;
  const email = `ravi-${randomBytes(6).toString('hex')}@example.org`;
  await owner.open('/staff?invite=');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('support');
  await page.getByLabel('Riverbend Makers').check();
  await page.getByLabel(partner.toUpperCase(), { exact: true }).check();
  await owner.presses('Send the invitation');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { text } = await getMail(page.request, email, /You are invited/);
  const hired = await (await browser.newContext({ baseURL: process.env.INTAKE_URL })).newPage();
  await addPasskeyDevice(hired);
  await hired.goto(/https?:\/\/\S+\/console\/invitation#\S+/.exec(text)![0]);
  await hired.getByLabel('Your name').fill(staffName);
  await hired.getByRole('textbox', { name: 'Password' }).fill('elm stool sunday rain');
  await hired.getByRole('button', { name: 'Go on' }).click();
  await hired.getByRole('button', { name: 'Make a passkey' }).click();
  await hired.getByRole('button', { name: 'I have kept them, go on' }).click();
  await expect(hired.getByRole('heading', { name: `Hello, ${staffName}` })).toBeVisible();
  return hired;
}

test('Markup in names and texts is shown as it was written, on every screen that shows them', async ({
  owner,
  browser,
  request,
}) => {
  const { page } = owner;
  const isUntouched = watch(page);
  /** Opens a screen and sees each of the texts as text. */
  const shows = async (path: string, ...texts: (string | Locator)[]) => {
    await owner.open(path);
    await sees(...texts);
  };
  const sees = async (...texts: (string | Locator)[]) => {
    for (const text of texts)
      await expect(
        (typeof text === 'string' ? page.getByText(text) : text).filter({ visible: true }).first(),
      ).toBeVisible();
    await isUntouched();
  };

  const hired = await hires(owner, browser);
  const isHiredUntouched = watch(hired);
  const member = await writesMarkup(request);
  const { mark, cohortId, webinarId } = await namesWithMarkup(owner, partner);
  const student = await enrolsWithMarkup(owner, request, { partner, cohortId, webinarId });
  const studentName = `${student.firstName} ${student.lastName}`;
  const siteName = markup(`site ${mark}`);
  const own = await calls(page, '/sites', {
    name: siteName,
    origins: [],
    plans: [{ name: markup('plan'), amountCents: null, currency: 'NZD', paid: 'MONTHLY' }],
  });
  const reason = markup('reason');

  await test.step('A member: list, palette, page with timeline, fields and notes', async () => {
    await calls(hired, `${site}/members/${member.id}/notes`, { body: markup('note') });
    await shows(`${site}/members?search=${member.mark}`, page.getByRole('link', { name: member.name }));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and go to' }).fill(member.mark);
    await sees(page.getByRole('option', { name: member.name }));
    await page.keyboard.press('Enter');
    await sees(page.getByRole('heading', { level: 1, name: member.name }), staffName);
    await page.getByRole('tab', { name: 'Fields' }).click();
    await expect(page.getByLabel('First name')).toHaveValue(member.name);
    await page.getByRole('tab', { name: 'Notes' }).click();
    await sees(markup('note'), staffName);
  });
  await test.step('A comment, the question before it is removed, and a saved view', async () => {
    await calls(page, '/views', {
      list: 'comments',
      siteId: 'app_demo',
      name: markup('view'),
      query: `channel=${member.channel}`,
      isShared: false,
    });
    await shows(`${site}/comments?channel=${member.channel}`, markup('comment'), member.name);
    await page.getByRole('button', { name: /^Views?/ }).click();
    await sees(page.getByRole('menuitem', { name: markup('view') }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove the comment of/ }).click();
    await sees(page.getByRole('dialog').getByText(markup('comment')), page.getByRole('dialog').getByText(member.name));
  });
  await test.step('An act on many members, with its results', async () => {
    const act = { kind: 'set-field', field: 'referral-code', value: markup('code') };
    const job = await calls(page, `${site}/bulk-jobs`, {
      key: randomUUID(),
      act,
      target: { ids: [member.id] },
      reason,
    });
    await shows(`${site}/bulk/${job.id}`, reason);
    await sees(member.email);
  });
  await test.step('A matter, worked off with a reason', async () => {
    await shows(`/matters?partner=${partner}`, 'Another amount was paid');
    const order = await firstOf(page, `/orders?search=${student.email}`);
    await page.getByRole('link', { name: order.reference }).first().click();
    await sees(studentName, markup(`class ${mark}`));
    await owner.presses('Accept what was paid');
    await page.getByRole('dialog').getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Accept what was paid' }).click();
    await sees(reason);
  });
  await test.step('An order: list, page, notes', async () => {
    const order = await firstOf(page, `/orders?search=${student.email}`);
    await calls(page, `/orders/${order.id}/notes`, { body: markup('order note') });
    await shows(`/orders?search=${student.email}`, studentName, markup(`class ${mark}`));
    await shows(`/orders/${order.id}?tab=notes`, studentName, markup(`class ${mark}`), markup('order note'));
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await sees(reason);
  });
  await test.step('A request: inbox, thread, mail as it will look', async () => {
    const asked = await firstOf(hired, `/requests?search=${student.email}`);
    const letter = { subject: markup('subject'), text: markup('answer') };
    const { version } = await reads(hired, `/requests/${asked.id}`);
    await calls(hired, `/requests/${asked.id}/reply`, { ...letter, version, key: randomUUID() });
    await shows(`/requests?search=${student.email}`, studentName, markup('question'), staffName);
    await page.locator('tr[data-index="0"]').getByRole('link').first().click();
    await sees(page.getByRole('heading', { level: 1, name: `Question: ${studentName}` }));
    await sees(markup('question'), markup('answer'), staffName);
    await page.getByLabel('Answer', { exact: true }).fill(markup('draft'));
    await owner.presses('Look at the mail');
    const mail = page.frameLocator('iframe[title="The answer as it will look"]');
    await sees(mail.getByText(markup('draft')));
    await shows(`/requests/texts?partner=${partner}`, markup(`text ${mark}`));
  });
  await test.step('A cohort: list, seats, roster to print, mail to its students, the report of seats', async () => {
    await shows(`/cohorts?partner=${partner}&search=${mark}`, markup(`class ${mark}`));
    await shows(
      `/cohorts/${cohortId}`,
      page.getByRole('heading', { level: 1, name: markup(`class ${mark}`) }),
      studentName,
    );
    await page.getByRole('link', { name: 'Roster to print' }).click();
    await page.emulateMedia({ media: 'print' });
    await sees(page.getByRole('rowheader', { name: studentName }));
    await page.emulateMedia({ media: 'screen' });
    const { id: orderId } = await firstOf(page, `/orders?search=${student.email}`);
    const letter = { subject: markup('cohort mail'), text: markup('to all'), orders: [orderId] };
    const drafted = await calls(page, `/cohorts/${cohortId}/mails`, letter);
    await calls(page, `/cohorts/${cohortId}/mails/${drafted.id}/send`, {});
    await shows(`/cohorts/${cohortId}/mail`, studentName, markup('cohort mail'));
    await shows(`/reports/seats?partner=${partner}&cohort=${cohortId}`, markup(`class ${mark}`));
    await shows(`/?partner=${partner}`);
  });
  await test.step('A mail as it looked', async () => {
    await owner.open(`/mails?search=${student.email}`);
    await page.getByRole('link', { name: markup('cohort mail') }).click();
    await sees(page.frameLocator('iframe[title="The mail as it looks"]').getByText(markup('to all')));
  });
  await test.step('A webinar: list, form with preview, who is registered', async () => {
    await shows(`/webinars?search=${mark}`, markup(`webinar ${mark}`));
    await shows(`/webinars/${webinarId}`, page.getByRole('region', { name: 'Preview' }).getByText(markup('host')));
    await shows(`/webinars/${webinarId}/attendees`, studentName);
  });
  await test.step('A site with its plans, the staff, and the audit log of both', async () => {
    await shows(`/sites/${own.id}/site`, page.getByRole('heading', { level: 1, name: siteName }));
    await shows(`/sites/${own.id}/site/plans`, markup('plan'));
    await shows('/staff', page.getByRole('button', { name: staffName }));
    await shows(`/audit?site=${own.id}`, siteName);
    await shows('/audit?action=matter.decided', reason);
  });
  await test.step('Seen as the student and as the member, the banner has their names', async () => {
    const seen = await (await browser.newContext({ extraHTTPHeaders: {} })).newPage();
    const isSeenUntouched = watch(seen);
    const { url: demoUrl } = await calls(hired, `${site}/members/${member.id}/views`, {
      reason,
      page: `${process.env.INTAKE_DEMO_URL}/account`,
    });
    await seen.goto(demoUrl);
    await expect(seen.locator('intake-view').getByRole('status')).toContainText(member.name);
    await isSeenUntouched();
    const found = await firstOf(hired, `/sites/app_enrolment/members?search=${student.lastName}`);
    const { url } = await calls(hired, `/sites/app_enrolment/members/${found.id}/views`, {
      reason,
      page: `${process.env.INTAKE_URL}/${partner}/`,
    });
    await seen.goto(url);
    await expect(seen.getByRole('status').filter({ hasText: 'You see this as' })).toContainText(student.firstName);
    await isSeenUntouched();
    await seen.context().close();
  });
  await test.step('The audit log says who saw it, and nothing ran with that person either', async () => {
    await shows(`/audit?subject=${member.id}`, staffName);
    await hired.goto(`/console${site}/members/${member.id}`);
    await expect(hired.getByRole('heading', { level: 1, name: member.name })).toBeVisible();
    await isHiredUntouched();
    await hired.context().close();
  });
});

test('A page that takes markup for elements is found', async ({ page }) => {
  const isUntouched = watch(page);
  await page.setContent(markup('name'));
  await expect(isUntouched()).rejects.toThrow();
});
