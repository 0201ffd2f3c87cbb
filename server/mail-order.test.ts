import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueCode } from './membership/sign-in/codes/mailed-codes.ts';
import { transaction } from './platform/database/database.ts';
import { createKeys } from './platform/keys.ts';
import { queueMail } from './platform/mail.ts';
import { eventually, startTestProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

test('a code leaves before the mails to many that were queued earlier', async () => {
  const { email } = await product.buildStudent();
  const { db, pool } = product.database;
  const recording = { kind: 'recording', subject: 'The recording', text: 'Here it is.', html: '<p>Here it is.' };
  const toMany = 200;
  await transaction(db, async (tx) => {
    for (let each = 0; each < toMany; each++)
      await queueMail({ keys: createKeys(['sign'.repeat(8)]) }, tx, { ...recording, to: `guest-${each}@example.org` });
    await queueCode(tx, { siteId: 'app_enrolment', email, purpose: 'login', clientAddress: '10.0.0.1' });
  });
  const left = async () => {
    const { rows } = await pool.query<{ kind: string }>(
      `select kind from mail_outbox where sent_at is not null and kind in ('recording', 'login-code') order by sent_at`,
    );
    return rows.map(({ kind }) => kind);
  };
  await eventually(async () => (await left()).length === toMany + 1);
  expect((await left()).indexOf('login-code')).toBeLessThan(toMany / 2);
});
