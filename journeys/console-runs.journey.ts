import type { APIRequestContext, Page } from '@playwright/test';
import type { Catalogue, Cohort } from '../contract/cohorts.ts';
import type { Order } from '../contract/payments.ts';
import { expect, test } from './console.ts';
import { anotherPerson, cards, type Person, type Portal } from './portal.ts';

const partner = 'vcu';
const keyHeader = { 'x-api-key': 'pk_sb_enrolment' };

/** The cohort that begins last, of a partner's course and format: others of that partner choose the next ones. */
async function findCohort(
  request: APIRequestContext,
  mode: 'full-time' | 'part-time',
  course: 'data' | 'software' = 'data',
): Promise<Cohort> {
  const answer = await request.get(`/enrolment/catalogue?partner=${partner}`, { headers: keyHeader });
  const { cohorts } = ((await answer.json()) as { data: Catalogue }).data;
  return cohorts.findLast(
    (cohort) => cohort.course === course && cohort.mode === mode && cohort.endDate !== null && cohort.state === 'open',
  )!;
}

interface Enrolled extends Person {
  portal: Portal;
}

/** A student in a browser of their own, with a paid seat in a cohort. */
async function enrols(page: Page, request: APIRequestContext, cohortId: string): Promise<Enrolled> {
  const portal = await anotherPerson(page.context(), request);
  portal.partner = partner;
  const person = await portal.arrivesPreapproved();
  await portal.provesAddress(person);
  const { origin } = new URL(process.env.INTAKE_URL!);
  const answer = await portal.page.context().request.post('/enrolment/checkout', {
    headers: { ...keyHeader, origin, 'x-session-transport': 'cookie' },
    data: { partner, cohortId, paymentType: 'full', acknowledged: true },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await portal.page.goto(((await answer.json()) as { data: { url: string } }).data.url);
  await portal.paysWith(cards.success);
  await portal.isAt('payment/success');
  await portal.sees('Your reference');
  await portal.sees(/Payment confirmed/);
  return { ...person, portal };
}

async function readOrder({ page }: Portal): Promise<Order> {
  const answer = await page.context().request.get('/enrolment/order', { headers: keyHeader });
  return ((await answer.json()) as { data: Order }).data;
}

/** In the side navigation. */
const enrolmentStatus = ({ page }: Portal) => page.getByRole('heading', { name: 'Enrollment Status' }).locator('..');

/** As an input of date and time takes it, in the zone of the journeys' browsers. */
const localMoment = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Pacific/Auckland' })
    .format(at)
    .replace(' ', 'T');

test('A run is cancelled, and its three students choose differently', async ({ owner, request }) => {
  test.setTimeout(600_000);
  const { page } = owner;
  const { id: cohortId, name } = await findCohort(request, 'full-time');
  const students: Enrolled[] = [];
  await test.step('Three students have paid for it', async () => {
    for (let n = 0; n < 3; n++) students.push(await enrols(page, request, cohortId));
  });
  const [moves, leaves, waits] = students as [Enrolled, Enrolled, Enrolled];

  await test.step('Staff read what cancelling it does, say why and until when, and prove who they are', async () => {
    await owner.open(`/cohorts/${cohortId}/cancel`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Cancel ${name}?`);
    await expect(page.getByText(/^3 students with a seat choose another cohort or the money back/)).toBeVisible();
    await expect(page.getByText(/NZD\s37,125\.00 is refunded if all of them/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Other cohorts' })).toContainText(/\d+ seats/);
    await owner.isAccessible();
    await owner.presses('Cancel this run');
    await expect(page.getByText('There is a problem')).toBeVisible();
    await page.getByLabel('Reason').fill('Too few students.');
    // Minutes take no seconds: the time the students have is between three and four of them.
    await page.getByLabel('Students choose until').fill(localMoment(new Date(Date.now() + 4 * 60_000)));
    await owner.presses('Cancel this run');
    await owner.sees(/is cancelled$/);
    await expect(page.getByText('0 of 3 students settled')).toBeVisible();
    await owner.isAccessible();
  });

  await test.step('Each is told by mail and in the portal', async () => {
    for (const { portal, email } of students) {
      const { text } = await portal.getMail(email, /does not take place: please choose/);
      expect(text).toContain(`/${partner}/payment/success`);
    }
    await waits.portal.open('payment/success');
    await waits.portal.sees('Your cohort does not take place');
    await expect(enrolmentStatus(waits.portal)).toContainText('Please choose');
    await waits.portal.isAccessible();
  });

  await test.step('One takes another cohort', async () => {
    await moves.portal.open('payment/success');
    await moves.portal.page.getByRole('radio').first().check();
    await moves.portal.presses('Move me to this cohort');
    await moves.portal.sees(/Payment confirmed/);
    const order = await readOrder(moves.portal);
    expect(order).toMatchObject({ state: 'paid', refundedCents: 0 });
    expect(order.cohort.id).not.toBe(cohortId);
    const { text } = await moves.portal.getMail(moves.email, /^You are in another cohort now/);
    expect(text).toContain(order.reference);
  });

  await test.step('One takes the money back', async () => {
    await leaves.portal.open('payment/success');
    await leaves.portal.presses(/^Get a full refund/);
    await leaves.portal.sees(/Your payment (is being|has been) refunded/);
    await leaves.portal.getMail(leaves.email, /^Your refund is on its way/);
    expect((await leaves.portal.readMember()).customFields['payment-status']).toBe('');
  });

  await test.step('Staff see both, and remind the third once', async () => {
    await owner.open(`/cohorts/${cohortId}/cancellation`);
    await expect(page.getByText('2 of 3 students settled')).toBeVisible();
    await expect(page.getByText(/^Another cohort: /)).toBeVisible();
    await owner.presses('Remind 1 student by mail');
    await expect(page.getByRole('button', { name: /^Remind/ })).toHaveCount(0);
    await waits.portal.getMail(waits.email, /^Please choose what you want instead/);
  });

  await test.step('Who chose nothing is refunded once the time is over', async () => {
    await expect(async () => {
      await waits.portal.open('payment/success');
      await expect(waits.portal.page.getByText(/Your payment (is being|has been) refunded/).first()).toBeVisible({
        timeout: 5_000,
      });
    }).toPass({ timeout: 330_000 });
    await waits.portal.getMail(waits.email, /^Your payment has been refunded/);
    await owner.open(`/cohorts/${cohortId}/cancellation`);
    await expect(page.getByText('3 of 3 students settled')).toBeVisible();
    await expect(page.getByText('Everybody has another cohort or their money back.')).toBeVisible();
  });
});

test('A run is moved: one keeps the seat, one takes another cohort, one the money back', async ({ owner, request }) => {
  test.setTimeout(600_000);
  const { page } = owner;
  const { id: cohortId, name, startDate } = await findCohort(request, 'full-time', 'software');
  const newDay = new Date(Date.parse(startDate) + 14 * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const students: Enrolled[] = [];
  await test.step('Three students have paid for it', async () => {
    for (let n = 0; n < 3; n++) students.push(await enrols(page, request, cohortId));
  });
  const [keeps, moves, leaves] = students as [Enrolled, Enrolled, Enrolled];

  await test.step('Staff choose the new day, see what it does, say why, and prove who they are', async () => {
    await owner.open(`/cohorts/${cohortId}`);
    await page.getByRole('link', { name: 'Move to another day…' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Move ${name}`);
    await expect(page.getByText(/^3 students with a seat keep it at the new dates/)).toBeVisible();
    await owner.presses('Move this run');
    await expect(page.getByText('There is a problem')).toBeVisible();
    await page.getByLabel('New first day').fill(newDay);
    await expect(page.getByRole('region', { name: 'Days of the cohort' })).toContainText('Last day');
    await owner.isAccessible();
    await page.getByLabel('Reason').fill('The room is not ready.');
    await owner.presses('Move this run');
    await owner.sees(/starts on .* now$/);
    await expect(page.getByText('0 of 3 students settled')).toBeVisible();
    await owner.isAccessible();
  });

  await test.step('Each is told both days by mail and in the portal', async () => {
    for (const { portal, email } of students) {
      const { text } = await portal.getMail(email, /starts on another day: please choose/);
      expect(text).toMatch(/it was to start on .* and starts on .* now/);
      expect(text).toContain('we refund you in full by ourselves');
    }
    await keeps.portal.open('payment/success');
    await keeps.portal.sees('Your cohort starts on another day');
    await expect(enrolmentStatus(keeps.portal)).toContainText('Please choose');
    await expect(enrolmentStatus(keeps.portal)).not.toContainText('all set');
    await expect(keeps.portal.page.getByText(/^If you do nothing, we refund everything/)).toBeVisible();
    await keeps.portal.isAccessible();
  });

  await test.step('One keeps the seat at the new day', async () => {
    await keeps.portal.presses('Keep my seat at the new dates');
    await keeps.portal.sees(/Payment confirmed/);
    await expect(enrolmentStatus(keeps.portal)).toContainText('Enrolled!');
    expect(await readOrder(keeps.portal)).toMatchObject({ state: 'paid', cohort: { id: cohortId, startDate: newDay } });
    await keeps.portal.getMail(keeps.email, /^You keep your seat in/);
  });

  await test.step('One takes another cohort', async () => {
    await moves.portal.open('payment/success');
    await moves.portal.page.getByRole('radio').first().check();
    await moves.portal.presses('Move me to this cohort');
    await moves.portal.sees(/Payment confirmed/);
    const order = await readOrder(moves.portal);
    expect(order).toMatchObject({ state: 'paid', refundedCents: 0 });
    expect(order.cohort.id).not.toBe(cohortId);
    await moves.portal.getMail(moves.email, /^You are in another cohort now/);
  });

  await test.step('One takes the money back', async () => {
    await leaves.portal.open('payment/success');
    await leaves.portal.presses(/^Get a full refund/);
    await leaves.portal.sees(/Your payment (is being|has been) refunded/);
    await leaves.portal.getMail(leaves.email, /^Your refund is on its way/);
  });

  await test.step('Staff see what each has chosen', async () => {
    await owner.open(`/cohorts/${cohortId}`);
    await page.getByRole('link', { name: 'See what they have chosen' }).click();
    await expect(page.getByText('3 of 3 students settled')).toBeVisible();
    for (const words of ['Keeps the seat', /^Another cohort/, 'Money back'])
      await expect(page.getByRole('region', { name: 'Students' }).getByText(words).first()).toBeVisible();
  });
});

test('Staff write to some students of a cohort, and see who got it', async ({ owner, request }) => {
  test.setTimeout(400_000);
  const { page } = owner;
  const { id: cohortId } = await findCohort(request, 'part-time');
  const [one, other] = [await enrols(page, request, cohortId), await enrols(page, request, cohortId)];
  await test.step('A mail is written and looked at', async () => {
    await owner.open(`/cohorts/${cohortId}/mail`);
    // Students of other journeys may have chosen the same cohort.
    const all = page.getByLabel(/^All \d+ students$/);
    await expect(all).toBeChecked();
    await page.getByLabel('Subject').fill('Your first day');
    await page.getByLabel('Text').fill('Please bring your laptop.\n\nWe begin at nine.');
    await all.uncheck();
    await page.getByRole('checkbox', { name: new RegExp(one.email) }).check();
    await owner.isAccessible();
    await owner.presses('Look at it before sending');
    const frame = page.frameLocator('iframe[title="The mail as it looks"]');
    await expect(frame.getByText('Please bring your laptop.')).toBeVisible();
    await owner.presses('Change it');
    await expect(page.getByLabel('Text')).toHaveValue('Please bring your laptop.\n\nWe begin at nine.');
    await owner.presses('Look at it before sending');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByText('The mail is not sent yet')).toBeVisible();
    await owner.presses('Stay here');
  });
  await test.step('It is sent, and stands on the page with who got it', async () => {
    await owner.presses('Send to 1 student');
    await page.locator('summary', { hasText: 'Your first day' }).click();
    await expect(page.getByRole('region', { name: 'Recipients of Your first day' })).toContainText('Ana Silva');
    await owner.isAccessible();
  });
  await test.step('One student has it, the other has not', async () => {
    const { text } = await one.portal.getMail(one.email, /^Your first day$/);
    expect(text).toContain('Please bring your laptop.\n\nWe begin at nine.');
    const mails = await request.get(`/dev/mail.json?to=${encodeURIComponent(other.email)}`);
    expect(((await mails.json()) as { subject: string }[]).map(({ subject }) => subject)).not.toContain(
      'Your first day',
    );
  });
});
