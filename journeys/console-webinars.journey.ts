import type { Browser, Page } from '@playwright/test';
import { Console, expect, test } from './console.ts';
import { getMail, losesTheAnswer, Portal, randomAddress } from './portal.ts';

const zone = 'Australia/Sydney';

/** Day and time on the clock of the partner, so many minutes from now. */
function onClock(minutes: number): { day: string; time: string } {
  const moment = new Date(Date.now() + minutes * 60_000);
  const part = (options: Intl.DateTimeFormatOptions, locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(moment);
  return {
    day: part({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA'),
    time: part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en-GB'),
  };
}

/** A student's own browser. */
async function arrive(browser: Browser): Promise<Portal> {
  const context = await browser.newContext({
    baseURL: process.env.INTAKE_URL!,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
  });
  const page = await context.newPage();
  return new Portal(page, context.request);
}

async function fillIn(page: Page, title: string, at: { day: string; time: string }): Promise<void> {
  await page.getByLabel('For the students of').selectOption('uts');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('What it is about').fill('Bring what you want to know before you {enrol}.');
  await page.getByLabel('Host').fill('Mira, analyst');
  await page.getByLabel('First day').fill(at.day);
  await page.getByLabel('Starts at').fill(at.time);
  await page.getByLabel('Link to take part').fill('https://meet.example.org/questions');
}

test('Staff create a webinar, a student registers, is told of another time and reminded, came, and gets the recording', async ({
  owner,
  browser,
}) => {
  test.setTimeout(300_000);
  const { page } = owner;
  const title = `Ask us anything ${Date.now().toString(36)}`;

  await test.step('It is written with its preview, and published', async () => {
    await owner.open('/webinars');
    await page.getByRole('link', { name: 'New webinar' }).click();
    await owner.sees('New webinar');
    await owner.presses('Create the webinar');
    await expect(page.getByText('There is a problem')).toBeVisible();
    await fillIn(page, title, onClock(3 * 24 * 60));
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Bring what you want to know before you enrol.');
    await page.getByLabel(/^Publish it/).check();
    await owner.presses('Create the webinar');
    await owner.sees(title);
    await expect(page.getByText('Upcoming', { exact: true })).toBeVisible();
  });

  const student = await arrive(browser);
  const person = await student.arrivesPreapproved();
  await student.provesAddress(person);
  const card = student.page.getByRole('article', { name: title });
  await test.step('A student finds it in the portal and registers', async () => {
    await student.open('resources/events');
    await card.getByRole('button', { name: 'Register', exact: true }).click();
    await student.sees('Registration Successful');
    const mail = await student.getMail(person.email, new RegExp(`^You are registered: ${title}`));
    expect(mail.text).toContain('https://meet.example.org/questions');
  });

  await test.step('It is moved: the student is mailed, and reminded, for it starts within the hour', async () => {
    const soon = onClock(30);
    await page.reload();
    await expect(page.getByText(/^1 person is registered\./)).toBeVisible();
    await page.getByLabel('First day').fill(soon.day);
    await page.getByLabel('Starts at').fill(soon.time);
    await owner.presses('Save the webinar');
    await expect(page.getByText('The webinar is saved')).toBeVisible();
    await student.getMail(person.email, new RegExp(`^This webinar has changed: ${title}`));
    const reminder = await student.getMail(person.email, new RegExp(`^Starts soon: ${title}`));
    expect(reminder.text).toContain('https://meet.example.org/questions');
  });

  await test.step('It has begun: staff tick who came, and paste addresses', async () => {
    // One of an hour that began half an hour ago is still on, so that it can be moved there.
    const begun = onClock(-30);
    await page.getByLabel('First day').fill(begun.day);
    await page.getByLabel('Starts at').fill(begun.time);
    // The notice of the change before may still stand there, and a reload would cut this one off.
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /\/api\/webinars\/[^/]+$/.test(response.url()),
    );
    await owner.presses('Save the webinar');
    expect((await saved).ok()).toBe(true);
    // Registrations follow in the background.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: /^Add the recording/ })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole('link', { name: /^1 registered/ }).click();
    await owner.sees('Registered people');
    const box = page.getByRole('checkbox', { name: `${person.email} attended` });
    await expect(box).not.toBeChecked();
    await owner.presses('Paste who came…');
    await page.getByLabel('Addresses').fill(`Ana Silva <${person.email}>, nobody@example.org`);
    await owner.presses('Note them as attended');
    await expect(page.getByText('1 person is noted as attended.')).toBeVisible();
    await expect(page.getByText('Not registered: nobody@example.org')).toBeVisible();
    await owner.presses('Done');
    await expect(box).toBeChecked();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await downloading).suggestedFilename()).toBe('attendees.csv');
  });

  await test.step('The student is mailed the recording', async () => {
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText('1 attended')).toBeVisible();
    const colleague = await page.context().newPage();
    await colleague.goto(page.url());
    for (const [tab, link] of [
      [page, 'https://video.example.org/questions'],
      [colleague, 'https://video.example.org/other'],
    ] as const) {
      await tab.getByRole('button', { name: /^Add the recording/ }).click();
      await tab.getByLabel('Link to the recording').fill(link);
    }
    await colleague.getByLabel(/^Mail it to the 1 person/).uncheck();
    await colleague.getByRole('button', { name: 'Keep the recording' }).click();
    await expect(colleague.getByRole('link', { name: 'Recording' })).toBeVisible();
    await colleague.close();
    // The colleague's link is shown before it is replaced.
    await owner.presses('Keep the recording');
    await expect(page.getByRole('alert')).toContainText('https://video.example.org/other');
    await expect(page.getByRole('alert')).toContainText('are mailed it if the box below is ticked');
    // In the page behind too.
    await expect(page.locator('a[href="https://video.example.org/other"]')).toHaveCount(2);
    await owner.isAccessible();
    await owner.presses('Keep the recording');
    await expect(page.getByRole('link', { name: 'Recording' })).toBeVisible();
    const { text } = await getMail(student.request, person.email, new RegExp(`^The recording: ${title}`));
    expect(text).toContain('https://video.example.org/questions');
  });
  await student.page.context().close();
});

test('A webinar is cancelled with its consequences in numbers, and leaves the student’s page', async ({
  owner,
  browser,
}) => {
  const { page } = owner;
  const title = `Called off ${Date.now().toString(36)}`;
  await owner.open('/webinars/new');
  await fillIn(page, title, onClock(5 * 24 * 60));
  await page.getByLabel(/^Publish it/).check();
  await owner.presses('Create the webinar');
  await owner.sees(title);

  const student = await arrive(browser);
  const person = await student.arrivesPreapproved();
  await student.provesAddress(person);
  await student.open('resources/events');
  const card = student.page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Register', exact: true }).click();
  await student.sees('Registration Successful');

  await page.reload();
  await owner.presses('Cancel the webinar…');
  await expect(page.getByText(/^1 person is registered for what comes/)).toBeVisible();
  await page.getByLabel('Reason').fill('The host is ill.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the webinar' }).click();
  await expect(page.getByText('It was cancelled')).toBeVisible();
  await student.getMail(person.email, new RegExp(`^This webinar does not take place: ${title}`));
  await student.page.reload();
  await expect(student.page.getByRole('article').first()).toBeVisible();
  await expect(card).toHaveCount(0);
  await student.page.context().close();
});

test('A webinar is created once, though the answer was lost and the button pressed again', async ({ owner }) => {
  const { page } = owner;
  const title = `Said twice ${Date.now().toString(36)}`;
  await owner.open('/webinars/new');
  await fillIn(page, title, onClock(5 * 24 * 60));
  await losesTheAnswer(page, '**/api/webinars');
  await owner.presses('Create the webinar');
  await expect(page.getByText('The service cannot be reached').first()).toBeVisible();
  await owner.presses('Create the webinar');
  await expect(page).toHaveURL(/\/webinars\/web_/);
  await owner.open(`/webinars?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('status').filter({ hasText: /^1 webinar$/ })).toBeVisible();
});

test('A change goes over nothing that a colleague has saved meanwhile, and what they saved is told', async ({
  owner,
}) => {
  const { page } = owner;
  const title = `Two editors ${Date.now().toString(36)}`;
  const [chosen, moved] = [onClock(5 * 24 * 60), onClock(9 * 24 * 60)];
  const description = page.getByLabel('What it is about');
  await owner.open('/webinars/new');
  await fillIn(page, title, chosen);
  await owner.presses('Create the webinar');
  await expect(page).toHaveURL(/\/webinars\/web_/);
  const colleague = await page.context().newPage();
  const theirs = new Console(colleague);
  await colleague.clock.install();
  await theirs.open(new URL(page.url()).pathname.replace('/console', ''));
  await test.step('A colleague moves the draft, gives it another link and publishes it', async () => {
    await description.fill('Bring your questions.');
    await colleague.getByLabel('First day').fill(moved.day);
    await colleague.getByLabel('Length').selectOption('90');
    await colleague.getByLabel('Link to take part').fill('https://meet.example.org/another-room');
    await colleague.getByLabel(/^Publish it/).check();
    await theirs.presses('Save the webinar');
    await expect(colleague.getByText('The webinar is saved')).toBeVisible();
  });
  await test.step('A correction of the description is refused with all of that', async () => {
    await owner.presses('Save the webinar');
    const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this webinar meanwhile' });
    await expect(told.getByRole('listitem')).toHaveText([
      /^First day: /,
      'Length: 90 minutes',
      'Link to take part: https://meet.example.org/another-room',
      'Published: yes',
    ]);
    await expect(description).toHaveValue('Bring your questions.');
  });
  await test.step('Saved again, it is the description alone that changes', async () => {
    await owner.presses('Save the webinar');
    await expect(page.getByText('The webinar is saved')).toBeVisible();
    await expect(page.getByLabel('First day')).toHaveValue(moved.day);
    await page.reload();
    await expect(description).toHaveValue('Bring your questions.');
    await expect(page.getByLabel('First day')).toHaveValue(moved.day);
    await expect(page.getByLabel('Length')).toHaveValue('90');
    await expect(page.getByLabel('Link to take part')).toHaveValue('https://meet.example.org/another-room');
    await expect(page.getByText('Upcoming', { exact: true })).toBeVisible();
  });
  await test.step('The colleague, who has typed nothing since, sees the new text at the next look', async () => {
    await colleague.clock.fastForward('01:00');
    await colleague.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(colleague.getByLabel('What it is about')).toHaveValue('Bring your questions.');
  });
});
