import { randomBytes, randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, type Console } from './console.ts';
import { anotherPerson, buildPerson, cards, type Portal } from './portal.ts';

/** Markup that a page would run, were it more than text to it, with a word that finds it. */
export const markup = (word: string): string => `<img src=x onerror=window.pwned=1>${word}`;

const dayMs = 86_400_000;
const dayAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** What calls answer under `data`, as far as it is asked of them here. */
interface Answered {
  id: string;
  reference: string;
  url: string;
  version: number;
}

/** Sends a console call with the session cookie of a page, from the console's own origin. */
export async function calls(page: Page, path: string, data: object): Promise<Answered> {
  const { origin } = new URL(process.env.INTAKE_URL!);
  const answer = await page.request.post(`/console/api${path}`, { headers: { origin }, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: Answered }).data;
}

/** The first row of a list of the console. */
export async function firstOf(page: Page, path: string): Promise<Answered> {
  const [first] = (await reads(page, path)) as unknown as Answered[];
  expect(first, path).toBeDefined();
  return first!;
}

/** What a call of the console reads. */
export async function reads(page: Page, path: string): Promise<Answered> {
  const answer = await page.request.get(`/console/api${path}`);
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: Answered }).data;
}

/** Signs up at the demonstration site with markup in each field, and writes a comment of it. */
export async function writesMarkup(request: APIRequestContext) {
  const headers = { 'x-api-key': 'pk_sb_demo' };
  const mark = `q${randomBytes(5).toString('hex')}`;
  const name = markup(mark);
  const fields = { 'first-name': name, workshop: markup('workshop'), phone: markup('phone') };
  const data = { ...buildPerson(), customFields: fields };
  const signedUp = await request.post('/auth/signup', { headers, data });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);
  const { member, tokens } = (
    (await signedUp.json()) as { data: { member: { id: string }; tokens: { accessToken: string } } }
  ).data;
  const channel = `talk-${mark}`;
  const written = await request.post('/comments/posts', {
    headers: { ...headers, authorization: `Bearer ${tokens.accessToken}` },
    data: { channelKey: channel, content: markup('comment').replaceAll('<', '&lt;') },
  });
  expect(written.ok(), await written.text()).toBe(true);
  return { id: member.id, mark, name, channel, email: data.email };
}

/** Cohort, webinar, text to reuse and mail of a partner, all of them named with markup by an owner. */
export async function namesWithMarkup(owner: Console, partner: string) {
  const { page } = owner;
  const mark = `q${randomBytes(5).toString('hex')}`;
  const cohort = await calls(page, '/cohorts', {
    key: randomUUID(),
    course: 'software',
    mode: 'part-time',
    name: markup(`class ${mark}`),
    partners: [partner],
    startDate: dayAhead(400),
    schedule: markup('evenings'),
    capacity: 3,
    minimum: null,
    opensOn: null,
    enrolBy: null,
    isDraft: false,
  });
  const webinar = await calls(page, '/webinars', {
    key: randomUUID(),
    partner,
    course: 'software',
    title: markup(`webinar ${mark}`),
    description: markup('what it is about'),
    host: markup('host'),
    category: 'info',
    minutes: 45,
    attendees: 10,
    date: { on: dayAhead(40) },
    time: '18:00',
    link: 'https://meet.example.org/questions',
    reminderHours: [],
    isPublished: true,
  });
  await calls(page, `/partners/${partner}/reply-texts`, { name: markup(`text ${mark}`), text: markup('text') });
  return { mark, cohortId: cohort.id, webinarId: webinar.id };
}

/** A student named with markup, who takes part in the webinar, asks a question and pays too little for the seat. */
export async function enrolsWithMarkup(
  { page }: Console,
  request: APIRequestContext,
  { partner, cohortId, webinarId }: { partner: string; cohortId: string; webinarId: string },
) {
  const student: Portal = await anotherPerson(page.context(), request);
  student.partner = partner;
  const person = buildPerson();
  const names = { firstName: markup('student'), lastName: `Q${randomBytes(5).toString('hex')}` };
  await student.calls('/auth/signup', {
    ...person,
    customFields: { 'first-name': names.firstName, 'last-name': names.lastName },
  });
  const eligible = { ...names, phone: '+64 21 555 0100', course: 'cyber', educationLevel: 'level7' };
  await student.calls('/enrolment/eligibility', eligible);
  await student.provesAddress(person);
  await student.calls('/enrolment/webinars', { partner, registeredWebinars: { add: webinarId } });
  await student.calls('/enrolment/support-requests', { partner, message: markup('question') });
  const { origin } = new URL(process.env.INTAKE_URL!);
  const held = await student.page.context().request.post('/enrolment/checkout', {
    headers: { 'x-api-key': 'pk_sb_enrolment', origin, 'x-session-transport': 'cookie' },
    data: { partner, cohortId, paymentType: 'full', acknowledged: true },
  });
  expect(held.ok(), await held.text()).toBe(true);
  const { url } = ((await held.json()) as { data: Answered }).data;
  const repriced = await request.post(`/dev/card/sessions/${new URL(url).pathname.split('/').at(-1)!}/amount`, {
    data: { amount: 100_000 },
  });
  expect(repriced.ok()).toBe(true);
  await student.page.goto(url);
  await student.paysWith(cards.success);
  await student.isAt('payment/success');
  await student.sees('We are checking your payment');
  await student.page.context().close();
  return { ...person, ...names };
}
