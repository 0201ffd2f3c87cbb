import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdvising, newLeadAddress, type Advising } from '../../../testing/advising.ts';
import { createDeleting } from '../../../testing/deleting.ts';
import { forgetMails } from '../../../testing/mailboxes.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let desk: Advising;
let ofUts: Employed;
let other: Employed;
let ofUc: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  desk = createAdvising(product);
  const { staffed } = desk;
  ofUts = await staffed.employ({ role: 'admissions', partners: ['uts'] });
  other = await staffed.employ({ role: 'support', partners: ['uts', 'uc'] });
  ofUc = await staffed.employ({ role: 'admissions', partners: ['uc'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await forgetMails(product.database);
  await product.database.pool.query('delete from rate_limit');
});

const sentTo = (email: string, kind = 'request-reply') =>
  desk.rows('select * from mail_outbox where recipient = $1 and kind = $2 order by created_at', email, kind);
const codeOf = ({ status, body }: { status: number; body: any }) => body.error?.code ?? status;
const makeOld = (id: string, hours: number) =>
  desk.rows(`update enquiry set created_at = now() - make_interval(hours => $2) where id = $1`, id, hours);

describe('the inbox', () => {
  test('has what is open of the partners in scope, what is due first in front', async () => {
    const [student, email] = [await product.buildStudent(), newLeadAddress()];
    const [lead, question] = [await desk.lead(email), await desk.support(student, 'Which laptop?')];
    await makeOld(question, 25);
    expect((await desk.ids(ofUts)).filter((id) => [lead, question].includes(id))).toEqual([question, lead]);
    expect(await desk.ids(ofUc)).not.toContain(lead);
    expect(await desk.ids(ofUts, '?overdue=yes')).toContain(question);
    expect(await desk.ids(ofUts, '?overdue=yes')).not.toContain(lead);
    const { dueAt, createdAt } = await desk.show(ofUts, lead);
    expect(Date.parse(dueAt) - Date.parse(createdAt)).toBe(24 * 3_600_000);
  });

  test('is narrowed by status, kind, who has it, and words', async () => {
    const email = newLeadAddress();
    const id = await desk.lead(email);
    expect(await desk.ids(ofUts, `?search=${email.slice(0, 14)}`)).toEqual([id]);
    expect(await desk.ids(ofUts, `?search=${email}&kind=support`)).toEqual([]);
    expect(await desk.ids(ofUts, `?search=${email}&assigned=none`)).toEqual([id]);
    await desk.act(ofUts, id, 'assignee', { staffId: other.id });
    expect(await desk.ids(ofUts, `?search=${email}&assigned=none`)).toEqual([]);
    expect(await desk.ids(ofUts, `?search=${email}&assigned=${other.id}`)).toEqual([id]);
    await desk.act(ofUts, id, 'status', { status: 'resolved' });
    expect(await desk.ids(ofUts, `?search=${email}`)).toEqual([]);
    expect(await desk.ids(ofUts, `?search=${email}&status=resolved`)).toEqual([id]);
  });

  test('is exported as it is shown, and the export is written down', async () => {
    const email = newLeadAddress();
    const { reference } = await desk.show(ofUts, await desk.lead(email));
    const file = async ({ cookie }: Employed) =>
      String((await desk.staffed.call('GET', `/requests.csv?search=${email}`, { cookie })).body);
    expect(await file(ofUts)).toContain(reference);
    expect(await file(ofUc)).not.toContain(reference);
    const written = await desk.rows(
      `select 1 from audit_entry where action = 'requests.exported' and staff_id = $1`,
      ofUc.id,
    );
    expect(written).toHaveLength(1);
  });
});

describe('a request of another partner', () => {
  test('answers as one that does not exist, to every call', async () => {
    const id = await desk.lead(newLeadAddress());
    const bodies: Record<string, object> = {
      assignee: { staffId: ofUc.id },
      status: { status: 'resolved' },
      draft: { subject: 'a', text: 'b' },
      reply: { subject: 'a', text: 'b', key: randomUUID() },
      merge: { into: id },
      meeting: { startsAt: '2099-01-01T00:00:00Z' },
      'meeting/cancel': {},
    };
    for (const [what, body] of Object.entries(bodies)) {
      const versioned = what === 'draft' ? body : { version: 1, ...body };
      const ask = (requestId: string) =>
        desk.staffed.call('POST', `/requests/${requestId}/${what}`, { cookie: ofUc.cookie, body: versioned });
      const [beyond, absent] = [await ask(id), await ask('enq_none')];
      expect([what, beyond.status, codeOf(beyond)]).toEqual([what, absent.status, 'not-found']);
    }
    expect((await desk.show(ofUts, id)).entries).toEqual([]);
  });

  test('is merged neither from nor into one’s own', async () => {
    const email = newLeadAddress();
    const [here, there] = [await desk.lead(email), await desk.lead(email, { partner: 'uc' })];
    expect(codeOf(await desk.act(ofUts, here, 'merge', { into: there }))).toBe('not-found');
    // Who sees both is refused, too: their answers go out under two names.
    expect(codeOf(await desk.act(other, here, 'merge', { into: there }))).toBe('not-the-same-person');
  });
});

describe('a request is assigned', () => {
  test('to who may answer it, and to none outside', async () => {
    const id = await desk.lead(newLeadAddress());
    const reader = await desk.staffed.employ({ role: 'reader', partners: ['uts'] });
    for (const { id: staffId } of [ofUc, reader, { id: 'stf_none' }])
      expect(codeOf(await desk.act(ofUts, id, 'assignee', { staffId }))).toBe('not-an-advisor');
    const assigned = await desk.act(ofUts, id, 'assignee', { staffId: other.id });
    expect(assigned.body.data.assignedTo).toBe(other.id);
    const { people } = await desk.show(ofUts, id);
    expect(people.map((person) => person.id)).toEqual(expect.arrayContaining([ofUts.id, other.id]));
    expect(people.map((person) => person.id)).not.toContain(ofUc.id);
  });

  test('on a page that somebody else has changed, after it is told', async () => {
    const id = await desk.lead(newLeadAddress());
    await desk.act(ofUts, id, 'assignee', { staffId: ofUts.id });
    const late = await desk.act(other, id, 'status', { status: 'resolved', version: 1 });
    expect([late.status, codeOf(late)]).toEqual([412, 'changed-meanwhile']);
    expect((await desk.show(ofUts, id)).status).toBe('waiting');
  });
});

describe('an answer', () => {
  test('goes to the student under the partner’s name, once for a press, and stands in the thread', async () => {
    const student = await product.buildStudent();
    const id = await desk.support(student, 'Which laptop do I need?');
    const key = randomUUID();
    const text = 'Hello {first name},\n\nany laptop of five years.\n\n{partner} Enrolment';
    const [one, twice] = await Promise.all([
      desk.reply(ofUts, id, text, { key, version: 1 }),
      desk.reply(ofUts, id, text, { key, version: 1 }),
    ]);
    expect([one.status, twice.status]).toEqual([200, 200]);
    const mails = await sentTo(student.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ reply_to: 'help@uts.example.org', partner: 'uts', member_id: student.memberId });
    expect(mails[0].body_text).toContain('Hello Ana,\n\nany laptop of five years.\n\nUTS Enrolment');
    expect(mails[0].body_text).not.toContain('Which laptop do I need?');
    const { status, assignedTo, entries } = await desk.show(ofUts, id);
    expect([status, assignedTo, entries.map(({ kind }) => kind)]).toEqual(['answered', ofUts.id, ['replied']]);
    const audited = await desk.rows(`select action, partner from audit_entry where subject = $1`, id);
    expect(audited).toEqual([{ action: 'request.replied', partner: 'uts' }]);
  });

  test('of the later of two who answer at once is held back, and they are told what the other sent', async () => {
    const student = await product.buildStudent();
    const id = await desk.support(student, 'When does it start?');
    const answers = await Promise.all([
      desk.reply(ofUts, id, 'On Monday.', { version: 1 }),
      desk.reply(other, id, 'On Tuesday.', { version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const late = answers.find(({ status }) => status === 412)!;
    const [mail] = await sentTo(student.email);
    expect(late.body.error.changed).toEqual([
      expect.objectContaining({ name: 'replied', actor: expect.stringMatching(/ \(Test\)$/) }),
    ]);
    expect(mail.body_text).toContain(late.body.error.changed[0].value);
    expect(await sentTo(student.email)).toHaveLength(1);
    // After reading the other answer, the second one may be sent.
    const again = await desk.reply(other, id, 'On Tuesday.', { version: Number(late.body.error.version) });
    expect(again.status).toBe(200);
    expect(await sentTo(student.email)).toHaveLength(2);
  });

  test('to a lead repeats no name of the form, and has the few mails of its mailbox', async () => {
    const email = newLeadAddress();
    const id = await desk.lead(email, { firstName: 'Call +64 900 666', lastName: 'now' });
    expect((await desk.show(ofUts, id)).to).toEqual({ email, isProved: false, firstName: 'there' });
    const answers = [];
    // The mail with the outline is one of three that strangers may cause in an hour.
    for (let count = 0; count < 4; count++) answers.push(await desk.reply(ofUts, id, 'Hello {first name}'));
    const { code, message } = answers.at(-1)!.body.error;
    expect(code).toBe('too-many-requests');
    expect(message).toMatch(/send it in \d+ (second|minute)s?\.$/);
    const mails = await sentTo(email);
    expect(mails).toHaveLength(answers.filter(({ status }) => status === 200).length);
    expect(mails.length).toBeGreaterThan(0);
    expect(mails[0].body_text).toContain('Hello there');
    expect(mails[0].body_text).not.toContain('900');
    // What was refused is not in the thread.
    expect((await desk.show(ofUts, id)).entries).toHaveLength(mails.length);
  });

  test('to a proved address has no such limit, the negative control', async () => {
    const student = await product.buildStudent();
    const id = await desk.support(student, 'One more question');
    for (let count = 0; count < 5; count++) expect((await desk.reply(ofUts, id, `${count}`)).status).toBe(200);
  });

  test('is looked at as a mail first, in which markup is text', async () => {
    const id = await desk.lead(newLeadAddress());
    const draft = { subject: 'Hi', text: '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>' };
    await desk.staffed.call('POST', `/requests/${id}/draft`, { cookie: ofUts.cookie, body: draft });
    const look = ({ cookie }: Employed) => desk.staffed.call('GET', `/requests/${id}/draft/body`, { cookie });
    const { body, headers } = await look(ofUts);
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toMatch(/<script|<img/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect((await desk.show(ofUts, id)).draft).toEqual(draft);
    // A draft is its author's.
    expect((await look(other)).body).not.toContain('script');
    await desk.reply(ofUts, id, 'Sent');
    expect((await desk.show(ofUts, id)).draft).toBeNull();
  });

  test('of a name with markup in it is text in the file and the mail to advisors', async () => {
    const student = await product.buildStudent();
    await student.post('/member', { customFields: { 'first-name': '<b>=1+1</b>' } });
    const id = await desk.support(student, 'Hello');
    expect((await desk.show(ofUts, id)).name).toBe('<b>=1+1</b> Silva');
    await desk.reply(ofUts, id, 'Hello {first name}');
    const [mail] = await sentTo(student.email);
    expect(mail.body_html).toContain('&lt;b&gt;=1+1&lt;/b&gt;');
  });
});

test('the same question after its answer waits again, with the thread of before', async () => {
  const student = await product.buildStudent();
  const first = await desk.support(student, 'Is there parking?');
  await desk.reply(ofUts, first, 'Yes.');
  const again = await desk.support(student, 'Is there parking?');
  expect(again).not.toBe(first);
  const shown = await desk.show(ofUts, again);
  expect([shown.status, shown.entries.map(({ kind }) => kind)]).toEqual(['waiting', ['replied', 'asked-again']]);
  expect((await desk.show(ofUts, first)).mergedInto?.id).toBe(again);
});

test('a lead has become a member once its address is proved, for who sees the account', async () => {
  const email = newLeadAddress();
  const id = await desk.lead(email);
  const account = () => desk.rows('select id from member where email = $1', email);
  await eventually(async () => (await account()).length === 1);
  const [{ id: memberId }] = await account();
  expect((await desk.show(ofUts, id)).becameMemberId).toBeNull();
  await desk.rows('update member set verified = true where id = $1', memberId);
  expect((await desk.show(ofUts, id)).becameMemberId).toBe(memberId);
  // The same account of another partner alone.
  await desk.rows(`update member set partner = 'uc' where id = $1`, memberId);
  await desk.rows('delete from lead where email = $1', email);
  expect((await desk.show(ofUts, id)).becameMemberId).toBeNull();
});

describe('a consultation', () => {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const ask = async (partner = 'uts') => {
    const student = await product.buildStudent();
    return { student, id: await desk.consultation(student, { partner, date, slot: 'afternoon' }) };
  };
  const calendar = async ({ cookie }: Employed, more = '') =>
    (await desk.staffed.call('GET', `/consultations?from=${date}&until=${date}${more}`, { cookie })).body.data;
  const icsOf = ({ attachments }: { attachments: { text: string }[] }) => attachments[0]!.text;

  test('gets its time, another one, and none: both are mailed one calendar entry', async () => {
    const { student, id } = await ask();
    const startsAt = `${date}T02:00:00.000Z`;
    // 1 pm in Sydney's summer, noon in its winter.
    const hourInSydney = new Intl.DateTimeFormat('en', {
      timeZone: 'Australia/Sydney',
      hour: 'numeric',
      hourCycle: 'h12',
    })
      .formatToParts(new Date(startsAt))
      .find(({ type }) => type === 'hour')!.value;
    expect((await desk.act(ofUts, id, 'meeting', { startsAt })).status).toBe(200);
    const [confirmed] = await sentTo(student.email, 'consultation-confirmed');
    const [advisors] = await sentTo(ofUts.email, 'consultation-confirmed-advisor');
    const stamp = `DTSTART:${date.replaceAll('-', '')}T020000Z`;
    for (const mail of [confirmed, advisors]) expect(icsOf(mail)).toContain(stamp);
    expect(confirmed.body_text).toContain(`, ${hourInSydney}:00 pm (Sydney time)`);
    expect(icsOf(confirmed)).toContain('SEQUENCE:0');
    expect((await desk.show(ofUts, id)).status).toBe('answered');
    expect((await calendar(ofUts)).find((one: { id: string }) => one.id === id)).toMatchObject({
      startsAt,
      isConfirmed: true,
    });

    expect((await desk.act(other, id, 'meeting', { startsAt: `${date}T03:30:00.000Z` })).status).toBe(200);
    const [moved] = await sentTo(student.email, 'consultation-moved');
    expect(icsOf(moved)).toContain('SEQUENCE:1');
    // Who confirmed it has it in their calendar.
    expect(await sentTo(ofUts.email, 'consultation-moved-advisor')).toHaveLength(1);

    expect((await desk.act(ofUts, id, 'meeting/cancel', {})).status).toBe(200);
    const [cancelled] = await sentTo(student.email, 'consultation-cancelled');
    expect(icsOf(cancelled)).toContain('METHOD:CANCEL');
    expect(icsOf(cancelled)).toContain('SEQUENCE:2');
    expect((await desk.show(ofUts, id)).status).toBe('waiting');
    expect(codeOf(await desk.act(ofUts, id, 'meeting/cancel', {}))).toBe('not-a-consultation');
  });

  test('asked for again waits anew where the answer gave no time, and stays with its time where one did', async () => {
    const { student, id } = await ask();
    const again = () => desk.consultation(student, { partner: 'uts', date, slot: 'afternoon' });
    await desk.reply(ofUts, id, 'Which time suits you?');
    const second = await again();
    expect(second).not.toBe(id);
    expect((await desk.show(ofUts, second)).status).toBe('waiting');
    await desk.act(ofUts, second, 'meeting', { startsAt: `${date}T02:00:00.000Z` });
    expect(await again()).toBe(second);
  });

  test('stands on the calendar of its partner alone, on the day that was asked for until it has a time', async () => {
    const { id } = await ask('uc');
    const seen = (all: { id: string }[]) => all.map((one) => one.id).includes(id);
    expect(seen(await calendar(ofUc))).toBe(true);
    expect(seen(await calendar(ofUts))).toBe(false);
    expect(seen(await calendar(other, '&partner=uts'))).toBe(false);
  });

  test('with a time past, and a request that is none, get no time; a span is six weeks', async () => {
    const { id } = await ask();
    const past = { startsAt: '2020-01-01T00:00:00Z' };
    expect(codeOf(await desk.act(ofUts, id, 'meeting', past))).toBe('date-in-past');
    const lead = await desk.lead(newLeadAddress());
    const soon = { startsAt: `${date}T02:00:00Z` };
    expect(codeOf(await desk.act(ofUts, lead, 'meeting', soon))).toBe('not-a-consultation');
    const { cookie } = ofUts;
    const long = await desk.staffed.call('GET', '/consultations?from=2026-01-01&until=2026-12-31', { cookie });
    expect(codeOf(long)).toBe('invalid-request');
  });

  test('of more than a calendar shows is listed by its day, and more are told of', async () => {
    const { id } = await ask('uc');
    const later = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    await desk.rows(
      `insert into enquiry (id, reference, kind, partner, member_id, name, email, phone, details, digest)
       select 'enq_many' || n, 'INT-MANY-' || n, kind, partner, member_id, name, email, phone,
         details || jsonb_build_object('date', $2::text), sha256(n::text::bytea)
       from enquiry, generate_series(1, 500) n where id = $1`,
      id,
      later,
    );
    const read = async (until: string) =>
      (await desk.staffed.call('GET', `/consultations?from=${date}&until=${until}`, { cookie: ofUc.cookie })).body;
    const many = await read(later);
    expect([many.data.length, many.hasMore]).toEqual([500, true]);
    expect(many.data.map((one: { id: string }) => one.id)).toContain(id);
    expect((await read(date)).hasMore).toBe(false);
    await desk.rows(`delete from enquiry where id like 'enq_many%'`);
  });

  test('is confirmed once where two press at once', async () => {
    const { student, id } = await ask();
    const at = (who: Employed, hour: string) =>
      desk.act(who, id, 'meeting', { startsAt: `${date}T${hour}:00:00Z`, version: 1 });
    const answers = await Promise.all([at(ofUts, '02'), at(other, '03')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(await sentTo(student.email, 'consultation-confirmed')).toHaveLength(1);
  });
});

describe('texts to reuse', () => {
  const texts = (who: Employed, method: string, path = '', body?: object) =>
    desk.staffed.call(method, `/partners/uts/reply-texts${path}`, { cookie: who.cookie, ...(body && { body }) });

  test('are added, changed and deleted by who answers for the partner', async () => {
    const added = (await texts(ofUts, 'POST', '', { name: 'Laptop', text: 'Any.' })).body.data;
    expect(codeOf(await texts(other, 'POST', '', { name: 'Laptop', text: 'Other.' }))).toBe('reply-text-name-taken');
    const change = { name: 'Laptop', text: 'Any of five years.', version: 1 };
    expect((await texts(other, 'POST', `/${added.id}`, change)).body.data).toMatchObject({ version: 2 });
    const late = await texts(ofUts, 'POST', `/${added.id}`, change);
    expect([codeOf(late), late.body.error.changed[0].value]).toEqual(['changed-meanwhile', 'Any of five years.']);
    expect(codeOf(await texts(ofUc, 'GET'))).toBe('not-found');
    expect(codeOf(await texts(ofUc, 'DELETE', `/${added.id}`))).toBe('not-found');
    expect((await texts(ofUts, 'DELETE', `/${added.id}`)).status).toBe(200);
    expect((await texts(ofUts, 'GET')).body.data).toEqual([]);
  });
});

test('thread, time and drafts go with their member, and answers with the account', async () => {
  const student = await product.buildStudent();
  const id = await desk.support(student, 'Will you forget me?');
  await desk.reply(ofUts, id, 'Yes.');
  await desk.staffed.call('POST', `/requests/${id}/draft`, { cookie: other.cookie, body: { subject: 'a', text: 'b' } });
  const left = async () =>
    (
      await desk.rows(
        `select enquiry_id from enquiry_entry where enquiry_id = $1 union all select enquiry_id from reply_draft where enquiry_id = $1`,
        id,
      )
    ).length;
  expect(await left()).toBe(2);
  await desk.rows('update mail_outbox set sent_at = now() where sent_at is null');
  await (await createDeleting(product)).byOwnPress(student);
  expect(await left()).toBe(0);
  expect(await sentTo(student.email)).toEqual([]);
});
