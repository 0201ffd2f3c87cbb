import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLoneJob } from '../../platform/jobs.ts';
import { eventually } from '../../testing/eventually.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { jobsIn, named } from '../../testing/workers.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

/** Jobs outlive a deploy: queued by the earlier version, run by this one. */
describe('a job that an earlier version has queued', () => {
  test('without an address mails the link to the one the member has', async () => {
    const { email, member } = await product.buildMember();
    await product.mailsTo(email);
    await product.forgetMailLimits();
    await addLoneJob(product.database.db, named('mail-verification'), { memberId: member.id });
    await eventually(async () => (await product.mailsTo(email)).length === 2);
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).toEqual(['verification', 'verification']);
  });

  test('without the page that asked mails a code', async () => {
    const { email } = await product.buildMember();
    const payload = { siteId: 'app_demo', email, purpose: 'reset', clientAddress: '10.0.0.1' };
    await addLoneJob(product.database.db, named('mail-code'), payload);
    await eventually(async () => (await product.mailsTo(email)).length === 2);
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).toContain('reset-code');
  });

  test('about a sign-up that is gone ends, with or without its address', async () => {
    for (const payload of [{ id: 'sgn_gone' }, { id: 'sgn_gone', email: newEmail() }])
      await addLoneJob(product.database.db, named('mail-sign-up'), payload);
    await eventually(async () =>
      (await jobsIn(product.database, 'mail-sign-up')).every(({ last_error }) => last_error !== null),
    );
    expect(await jobsIn(product.database, 'mail-sign-up')).toEqual([]);
  });
});
