import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { countOutsideCalls } from '../testing/outside-calls.ts';
import { buildPost } from '../testing/post.ts';

test('an address that the mail server refuses for good is no failure of the server; a refusal for now, or none, is', async ({
  onTestFinished,
}) => {
  const post = await buildPost(onTestFinished);
  const isTried = async (to: string) => {
    await post.queue({ to });
    await eventually(async () => (await post.jobs()).some(({ last_error: fault }) => fault !== null));
    await post.database.pool.query('delete from graphile_worker._private_jobs');
  };
  const { answered, failed } = await countOutsideCalls('mail');
  post.sink.refusesWith = (address) => (address.startsWith('gone') ? 550 : 451);
  await isTried('gone@example.org');
  expect(await countOutsideCalls('mail')).toEqual({ answered: answered + 1, failed });
  await isTried('busy@example.org');
  expect(await countOutsideCalls('mail')).toEqual({ answered: answered + 1, failed: failed + 1 });
});
