import { afterAll, beforeAll, expect, test } from 'vitest';
import { partnerCodes, partners } from '../../../contract/partners.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const read = async (path: string) => {
  const answer = await fetch(product.url + path);
  return { status: answer.status, body: await answer.text(), policy: answer.headers.get('content-security-policy') };
};
const kindsIn = (page: string) => [...page.matchAll(/\?id=\w+\.([\w-]+)"/g)].map(([, kind]) => kind!);

test('every kind of mail is shown for every partner, in its own words and colours', async () => {
  const kinds = kindsIn((await read('/dev/mails')).body);
  expect(kinds).toEqual(
    expect.arrayContaining([
      'order-enrolled',
      'order-refunded',
      'lead-link',
      'lead-known',
      'consultation-request',
      'consultation-copy',
      'support-request',
      'support-copy',
      'webinar-registered',
      'webinar-unregistered',
      'reset-code',
      'verification',
    ]),
  );
  for (const code of partnerCodes) {
    const { words, languageTag } = partners[code];
    const other = words.enrolment === 'enrolment' ? /enrollment/i : /enrolment/i;
    for (const kind of new Set(kinds)) {
      const [html, text] = await Promise.all(
        ['body', 'text'].map((form) => read(`/dev/mails/${form}?id=${code}.${kind}`)),
      );
      expect(html!.body).toContain(`lang="${languageTag}"`);
      expect(html!.body).toContain(`>${code.toUpperCase()}<`);
      expect(html!.body + text!.body).not.toMatch(other);
      expect(html!.body + text!.body).not.toMatch(/\{\w+\}|undefined|NaN|Invalid Date/);
      // Whoever looks for a code of six digits finds no colour or the like.
      expect(new Set(html!.body.match(/\b\d{6}\b/g))).toEqual(new Set(text!.body.match(/\b\d{6}\b/g)));
    }
  }
});

test('a mail is shown in a frame that may run nothing and load nothing', async () => {
  const { policy } = await read('/dev/mails/body?id=uts.order-enrolled');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox');
});
