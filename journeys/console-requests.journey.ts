import { randomUUID } from 'node:crypto';
import { opensLead, sendLead } from './console-request-visits.ts';
import { Console, expect, test } from './console.ts';
import { buildPerson, getMail, losesTheAnswer, Portal, randomAddress } from './portal.ts';

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A colleague's change of the request that is open, which its page has not heard of. */
async function changesElsewhere({ page }: Console): Promise<void> {
  const { pathname, origin } = new URL(page.url());
  const call = pathname.replace('/console', '/console/api');
  const { data } = await (await page.request.get(call)).json();
  const sent = { status: 'answered', version: data.version };
  const answer = await page.request.post(`${call}/status`, { headers: { origin }, data: sent });
  expect(answer.status()).toBe(200);
}

test('A lead is answered, becomes a member by the link in their mail, and is seen as one', async ({
  owner,
  browser,
}) => {
  test.setTimeout(400_000);
  const { page } = owner;
  const email = await opensLead(owner);
  await test.step('An advisor takes the lead, writes with a text of the partner, looks at the mail and sends it', async () => {
    await owner.presses('Assign to me');
    await expect(page.getByText('It is yours')).toBeVisible();
    await page.getByLabel('Answer', { exact: true }).fill('Hello {first name},\n\nthe course begins in March.');
    await owner.presses('Look at the mail');
    const mail = page.frameLocator('iframe[title="The answer as it will look"]');
    await expect(mail.getByText('the course begins in March.')).toBeVisible();
    await expect(mail.getByText('Hello there,')).toBeVisible();
  });
  const typed = page.getByLabel('Answer', { exact: true });
  const corrected = 'Hello {first name},\n\nthe course begins in March, online.';
  await test.step('What is typed since is not left for another page without a question', async () => {
    await typed.fill(corrected);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question).toBeVisible();
    await owner.presses('Stay here');
    // Nothing behind it can be typed into before.
    await expect(question).toHaveCount(0);
    await expect(typed).toHaveValue(corrected);
  });
  await test.step('An answer that was sent, though the page did not hear of it, is told before a corrected one goes', async () => {
    await typed.fill('Hello {first name},\n\nthe course begins in March.');
    await losesTheAnswer(page, '**/reply');
    await owner.presses('Send the answer');
    await expect(page.getByText('The service cannot be reached').first()).toBeVisible();
    // The page reads the request again beneath what is typed.
    await owner.presses('Resolve');
    await expect(page.getByText(/^Somebody else changed this request/)).toBeVisible();
    await expect(page.getByText(/\(Olga Owner\) answered: Course outline INT-/)).toHaveCount(1);
    await typed.fill(corrected);
    await owner.presses('Send the answer');
    const told = page.getByRole('alert').filter({ hasText: 'Somebody else was here meanwhile' });
    await expect(told).toContainText('the course begins in March.');
    await expect(page.getByRole('button', { name: 'Send the answer' })).not.toHaveAttribute('aria-busy');
    await owner.presses('Send the answer');
    await expect(page.getByText(`The answer goes to ${email}`)).toBeVisible();
    await expect(page.getByText(/\(Olga Owner\) answered: Course outline INT-/)).toHaveCount(2);
  });
  await test.step('The lead reads it, and makes the account by the link of the first mail', async () => {
    await getMail(page.request, email, /^Course outline INT-/, /Hello there,\n\nthe course begins in March\.\n/);
    const outline = await getMail(page.request, email, /course outline$/);
    const context = await browser.newContext({
      baseURL: process.env.INTAKE_URL,
      extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
    });
    const theirs = await context.newPage();
    await theirs.goto(/https?:\S+#link=\S+/.exec(outline.text)![0]);
    await theirs.getByLabel('Password', { exact: true }).fill(buildPerson().password);
    await theirs.locator('form [type=submit]').first().click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('link', { name: 'Has become a member' })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await context.close();
  });
  await test.step('The request leads to the member, and is resolved', async () => {
    await page.getByRole('link', { name: 'Has become a member' }).click();
    // The address alone stands on the request's page too.
    await expect(page).toHaveURL(/\/members\/mem_/);
    await expect(page.getByText(email).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/requests\//);
    await owner.presses('Resolve');
    await expect(page.getByText('It is resolved')).toBeVisible();
    await owner.open(`/requests?search=${email}`);
    await owner.sees('No requests like that');
    await owner.open(`/requests?search=${email}&status=resolved`);
    await expect(page.locator('tr[data-index="0"]')).toContainText('Mere Tau');
  });
  await test.step('A text to reuse that is half typed stays while another one is deleted', async () => {
    await owner.open('/requests/texts?partner=uts');
    const form = page.getByRole('region', { name: 'New text' });
    const adds = async (name: string) => {
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Text').fill('Any laptop of the last five years.');
      await owner.presses('Add the text');
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await expect(form.getByLabel('Name')).toHaveValue('');
    };
    const name = `Laptops of ${email}`;
    await adds(name);
    await form.getByLabel('Text').fill('Half typed.');
    await owner.presses(`Delete ${name}`);
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
    await expect(form.getByLabel('Text')).toHaveValue('Half typed.');
  });
});

test('An answer that is typed goes to a person’s two requests at once, after a merge', async ({ owner }) => {
  const { page } = owner;
  const email = await opensLead(owner);
  await sendLead(owner, 'uts', 'software', email);
  await page.reload();
  await page.getByLabel('Answer', { exact: true }).fill('Hello there,\n\nboth courses begin in March.');
  await owner.presses(/^Merge into this one/);
  await expect(page.getByText('Merged: its thread is here now')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Merge into this one/ })).toHaveCount(0);
  const answered = page.waitForResponse('**/reply');
  await owner.presses('Send the answer');
  expect((await answered).status()).toBe(200);
  await expect(page.getByText(`The answer goes to ${email}`)).toBeVisible();
});

test('A consultation asked for in Sydney is confirmed in Berlin, and both see the right hour', async ({
  browser,
  stateOf,
  request,
}) => {
  test.setTimeout(400_000);
  const from = { 'x-forwarded-for': randomAddress() };
  const date = dayAhead(9);
  const student = new Portal(
    await (await browser.newContext({ baseURL: process.env.INTAKE_URL, extraHTTPHeaders: from })).newPage(),
    request,
  );
  const person = await student.arrivesPreapproved();
  await student.calls('/enrolment/consultations', { partner: 'uts', date, topic: 'payment', slot: 'afternoon' });

  const context = await browser.newContext({
    baseURL: process.env.INTAKE_URL,
    storageState: await stateOf('owner'),
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  });
  const advisor = new Console(await context.newPage());
  const { page } = advisor;
  await advisor.open(`/requests?search=${person.email}`);
  await page.locator('tr[data-index="0"]').getByRole('link').first().click();
  await advisor.sees('Consultation: Ana Silva');
  await test.step('The time that was asked for is shown at both places', async () => {
    const part = page.getByRole('region', { name: 'Time of the consultation' });
    await expect(part.getByText('Asked for, student’s time (Sydney)')).toBeVisible();
    await expect(part.getByText(/13:00 – 16:00/)).toBeVisible();
    await expect(part.getByText('Your time (Berlin)')).toBeVisible();
    await part.getByLabel('Time in Sydney').fill('14:30');
    await expect(part.getByText(/^That is .*\b0?[3-6]:30 for you \(Berlin\)/)).toBeVisible();
  });
  await test.step('A colleague changes the request meanwhile: the chosen time stays, and is what pressing again confirms', async () => {
    const part = page.getByRole('region', { name: 'Time of the consultation' });
    await changesElsewhere(advisor);
    // The page learns of it by another act.
    await advisor.presses('Assign to me');
    await expect(page.getByText(/^Somebody else changed this request/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back to waiting' })).toBeVisible();
    const answered = page.waitForResponse('**/meeting');
    await advisor.presses('Confirm this time');
    expect((await answered).status()).toBe(412);
    await expect(page.getByRole('button', { name: 'Confirm this time' })).not.toHaveAttribute('aria-busy');
    await expect(part.getByLabel('Time in Sydney')).toHaveValue('14:30');
    await advisor.presses('Confirm this time');
    await expect(page.getByText('Student and advisor are mailed the time')).toBeVisible();
    await expect(part.getByText('Confirmed, student’s time (Sydney)')).toBeVisible();
  });
  await test.step('Moved to the time it has, it is not mailed, and nothing says that it is', async () => {
    await advisor.presses('Move to this time');
    await expect(page.getByText('The consultation has this time already').first()).toBeVisible();
  });
  const inBerlin = await page
    .getByRole('region', { name: 'Time of the consultation' })
    .locator('dd')
    .nth(1)
    .innerText();
  await test.step('The student is mailed the hour in Sydney, the calendar has it in Berlin', async () => {
    const mail = await getMail(request, person.email, /^Your consultation has a time$/);
    expect(mail.text).toContain('2:30 pm (Sydney time)');
    const hour = /(\d{1,2}:\d\d)$/.exec(inBerlin)![1]!;
    await advisor.open(`/requests/calendar?view=list&from=${dayAhead(7)}`);
    const entry = page.getByRole('listitem').filter({ hasText: 'Sydney: 14:30 – 15:00' }).last();
    await expect(entry).toContainText(`${hour} –`);
    await expect(entry.getByRole('link', { name: 'Ana Silva' })).toBeVisible();
  });
  await context.close();
});

test('An advisor of one partner finds nothing of another: search, address, export, palette', async ({
  owner,
  browser,
  stateOf,
}) => {
  test.setTimeout(300_000);
  const email = await opensLead(owner, 'vcu');
  const path = new URL(owner.page.url()).pathname.replace('/console', '');
  const reference = /INT-\w{4}-\w{4}/.exec(await owner.page.locator('main').innerText())![0];
  const context = await browser.newContext({
    baseURL: process.env.INTAKE_URL,
    storageState: await stateOf('admissions'),
  });
  const staff = new Console(await context.newPage());
  const { page } = staff;
  await staff.open(`/requests?search=${email}`);
  await staff.sees('No requests like that');
  await staff.open(path);
  await staff.sees('Not found');
  await staff.open('/requests');
  const file = await page.request.get(`/console/api/requests.csv?search=${email}`);
  expect([file.status(), (await file.text()).includes(reference)]).toEqual([200, false]);
  const guessed = await page.request.post(`/console/api${path}/reply`, {
    headers: { origin: new URL(process.env.INTAKE_URL!).origin },
    data: { subject: 'a', text: 'b', version: 1, key: randomUUID() },
  });
  expect(guessed.status()).toBe(404);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and go to' }).fill(reference);
  await expect(page.getByText('Nothing here has that name')).toBeVisible();
  await context.close();
  // The owner does, the negative control.
  await owner.page.keyboard.press('Control+k');
  await owner.page.getByRole('combobox', { name: 'Search and go to' }).fill(reference);
  await expect(owner.page.getByRole('option', { name: new RegExp(reference) })).toBeVisible();
});
