import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let staffed: TestConsole;
let admissions: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  staffed = openConsole(product);
  admissions = await staffed.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());

const read = (partner: string, path = '') =>
  staffed.call('GET', `/console/api/partners/${partner}/mail-templates${path}`, { cookie: admissions.cookie });

test('staff of a partner see each of its mails, those about signing in too, in its name', async () => {
  const { status, body } = await read('uts');
  expect(status).toBe(200);
  const kinds = body.data.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['order-enrolled', 'lead-link', 'webinar-registered', 'reset-code']));
  expect(new Set(body.data.map(({ senderName }: { senderName: string }) => senderName))).toEqual(
    new Set(['UTS Enrolment']),
  );
});

test('a mail stands in a frame that may run nothing and load nothing', async () => {
  const { status, headers } = await read('uts', '/order-enrolled/body');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
});

test('another partner’s mails are as absent as those of none', async () => {
  const withoutId = ({ status, body }: Awaited<ReturnType<typeof read>>) => [
    status,
    { ...body.error, requestId: undefined },
  ];
  const absent = withoutId(await read('nowhere'));
  expect(absent[0]).toBe(404);
  expect(withoutId(await read('vcu'))).toEqual(absent);
  expect(withoutId(await read('vcu', '/order-enrolled/body'))).toEqual(absent);
  expect(withoutId(await read('uts', '/no-such-mail/body'))).toEqual(absent);
});
