import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { eventually, randomAddress, startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { enrolled, paymentOf } = createBuying(() => product);

interface ShownMail {
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; text: string }[];
}

async function mailTo(email: string, subject: RegExp): Promise<ShownMail> {
  let found: ShownMail | undefined;
  await eventually(async () => {
    const mails: ShownMail[] = (await product.call('GET', `/dev/mail.json?to=${email}`)).body;
    found = mails.find((mail) => subject.test(mail.subject));
    return found !== undefined;
  });
  return found!;
}

describe('mails about signing in look like the partner whose page asked', () => {
  const signUp = async (headers: Record<string, string>) => {
    const body = { email: `look-${crypto.randomUUID()}@example.org`, password: `Kowhai-${crypto.randomUUID()}` };
    await product.call('POST', '/auth/signup', { body, headers: { 'x-forwarded-for': randomAddress(), ...headers } });
    return body;
  };
  const askForCode = async (headers: Record<string, string>) => {
    const from = { 'x-forwarded-for': randomAddress() };
    const { email } = await signUp({ ...from, ...headers });
    await product.call('POST', '/auth/send-reset-password-email', {
      body: { email },
      headers: { ...from, ...headers },
    });
    return email;
  };

  test('at sign-up and for a code', async () => {
    const email = await askForCode({ 'referring-path': '/uc/register' });
    const confirm = await mailTo(email, /^UC: .*[Cc]onfirm/);
    expect(confirm.from).toMatch(/^UC Enrolment </);
    await product.database.pool.query(`update graphile_worker._private_jobs set run_at = now()`);
    const code = await mailTo(email, /^UC: Reset your password/);
    expect(code.html).toContain('lang="en-NZ"');
    expect(code.text).toContain('help@uc.example.org');
    expect(code.html.match(/\b\d{6}\b/g)).toHaveLength(1);
  });

  test('and so does the page behind its link, with the way on', async () => {
    const { email, password } = await signUp({ 'referring-path': '/uc/register' });
    const link = /http\S+\/account\/verify-email\S+/.exec((await mailTo(email, /^UC: .*[Cc]onfirm/)).text)![0];
    const form = await fetch(link);
    const shown = await form.text();
    expect(shown).toContain('belongs to your account at UC Enrolment.');
    expect(shown).toContain('border-top:8px solid #43091');
    const { searchParams, origin } = new URL(link);
    const answer = await fetch(new URL('/account/verify-email', link), {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ ...Object.fromEntries(searchParams), password }),
    });
    const told = await answer.text();
    expect(told).toContain('Your email address is confirmed');
    expect(told).toContain('<a class="on" href="/uc">Continue your enrolment</a>');
    // The style is allowed by its own hash, or the page would be bare.
    const style = /<style>([^]*)<\/style>/.exec(told)![1]!;
    expect(answer.headers.get('content-security-policy')).toContain(
      createHash('sha256').update(style).digest('base64'),
    );
  });

  test('an address that is made up gives the page no look and no way on', async () => {
    const { email } = await signUp({ 'referring-path': '/uc/register' });
    const link = /http\S+\/account\/verify-email\S+/.exec((await mailTo(email, /^UC: .*[Cc]onfirm/)).text)![0];
    const made = new URL(link);
    made.searchParams.set('from', '//evil.example/uc');
    const shown = await (await fetch(made)).text();
    expect(shown).toContain('belongs to your account at Student Portal.');
    expect(shown).not.toContain('border-top:8px');
  });

  test.each([
    [{}],
    [{ 'referring-path': '/nowhere/register' }],
    [{ 'referring-path': 'https://evil.example/uts/' }],
    [{ 'referring-path': `/uts/${'x'.repeat(300)}` }],
  ])('and like the site from any other page: %#', async (headers: Record<string, string>) => {
    const email = await askForCode(headers);
    expect((await mailTo(email, /Student Portal: /)).from).toMatch(/^Student Portal </);
  });

  test('of the portal alone: another site’s mails are its own', async () => {
    const email = `look-${crypto.randomUUID()}@example.org`;
    await product.call('POST', '/auth/signup', {
      body: { email, password: `Kowhai-${crypto.randomUUID()}` },
      headers: { 'x-api-key': 'pk_sb_demo', 'referring-path': '/uts/register', 'x-forwarded-for': randomAddress() },
    });
    expect((await mailTo(email, /./)).from).not.toMatch(/UTS/);
  });
});

describe('the confirmation', () => {
  test('is receipt, next steps and a calendar file with the first class', async () => {
    const { student, cohortId } = await enrolled('deposit');
    const mail = await mailTo(student.email, /enrolment is confirmed/);
    expect(mail.text).toMatch(/Your next steps\n1\. .*\n2\. An advisor contacts you/);
    expect(mail.text).toMatch(/Course price: NZ\$16,500\.00/);
    expect(mail.text).toMatch(/Paid: NZ\$500\.00 \(deposit\)/);
    const [file] = mail.attachments;
    expect(file!.name).toBe('first-day.ics');
    const { rows } = await product.database.pool.query<{ day: string }>(
      `select to_char(start_date, 'YYYYMMDD') as day from cohort where id = $1`,
      [cohortId],
    );
    expect(file!.text).toContain(`DTSTART;VALUE=DATE:${rows[0]!.day}`);
    expect(file!.text).toMatch(/^UID:INT-[\w-]+@intake$/m);
  });

  test('is taken out of the calendar again when the money goes back', async () => {
    const { student } = await enrolled();
    const [put] = (await mailTo(student.email, /enrolment is confirmed/)).attachments;
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent: await paymentOf(student) } });
    const [taken] = (await mailTo(student.email, /has been refunded/)).attachments;
    const uid = /^UID:.+$/m;
    expect(uid.exec(taken!.text)![0]).toBe(uid.exec(put!.text)![0]);
    expect(taken!.text).toMatch(/^METHOD:CANCEL$/m);
    expect(taken!.text).toMatch(/^SEQUENCE:1$/m);
  });
});
