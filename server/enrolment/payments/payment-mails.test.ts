import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, mailsTo } = createBuying(() => product);

test.for([
  ['is not proved has no word of the member', false],
  ['is proved greets the member by name', true],
] as const)('news about money to an address that %s', async ([, isProved]) => {
  const student = await product.buildStudent({ proved: isProved });
  await student.post('/member', { customFields: { 'first-name': 'https://evil.example' } });
  const { url } = (await checkout(student, await product.buildCohort(20))).body.data;
  await product.pay(url);
  let mail: { subject: string; text: string } | undefined;
  await eventually(async () => {
    mail = (await mailsTo(student.email)).find(({ subject }) => subject.includes('confirmed'));
    return mail !== undefined;
  });
  expect(mail!.text.includes('evil.example')).toBe(isProved);
});
