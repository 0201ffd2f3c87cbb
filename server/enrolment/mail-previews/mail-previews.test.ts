import { afterAll, beforeAll, expect, test } from 'vitest';
import { partnerCodes, partners, type PartnerCode } from '../../../shared/partners.ts';
import type { Mail } from '../../platform/mail.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { exampleMails } from './example-mails.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const read = async (path: string) => {
  const answer = await fetch(product.url + path);
  return { body: await answer.text(), policy: answer.headers.get('content-security-policy') };
};

function expectGoodMail({ html, text }: Pick<Mail, 'html' | 'text'>, code: PartnerCode): void {
  const { words, languageTag } = partners[code];
  const foreign = [
    words.enrolment === 'enrolment' ? /enrollment|\benroll\b/i : /enrolment|\benrol\b/i,
    words.program === 'program' ? /\bprogrammes?\b/i : /\bprograms?\b/i,
  ];
  const said = (html + text).replace(/https?:[^\s"<]+/g, '');
  expect(html).toContain(`lang="${languageTag}"`);
  expect(html).toContain(`>${code.toUpperCase()}<`);
  for (const spelling of foreign) expect(said).not.toMatch(spelling);
  expect(html + text).not.toMatch(/\{\w+\}|undefined|NaN|Invalid Date/);
  // Six digits occur only as the code: mail clients and tests that search for one must not find a colour.
  expect(new Set(html.match(/\b\d{6}\b/g))).toEqual(new Set(text.match(/\b\d{6}\b/g)));
}

test.each(partnerCodes)('every mail of %s has its name, colours and words', (code) => {
  const partner = partners[code];
  const mails = exampleMails({ partner, now: new Date(), appUrl: product.url });
  for (const mail of mails) {
    expectGoodMail(mail, code);
    expect(mail.senderName).toBe(`${code.toUpperCase()} ${partner.words.Enrolment}`);
  }
  expect(mails.flatMap(({ attachments = [] }) => attachments.map(({ name }) => name))).toContain('first-day.ics');
});

test('the page lists every kind, also those about signing in', async () => {
  const { body } = await read('/dev/mails?id=vcu.');
  const kinds = [...body.matchAll(/\?id=vcu\.([\w-]+)"/g)].map(([, kind]) => kind!);
  expect(kinds).toEqual(
    expect.arrayContaining(['order-enrolled', 'lead-link', 'lead-known', 'webinar-registered', 'reset-code']),
  );
  expect(new Set(kinds).size).toBeGreaterThan(20);
  for (const kind of ['reset-code', 'verification']) {
    const [html, text] = await Promise.all(['body', 'text'].map((form) => read(`/dev/mails/${form}?id=vcu.${kind}`)));
    expectGoodMail({ html: html!.body, text: text!.body }, 'vcu');
  }
});

test('a mail is shown in a frame that may run nothing and load nothing', async () => {
  const { policy } = await read('/dev/mails/body?id=uts.order-enrolled');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox');
});
