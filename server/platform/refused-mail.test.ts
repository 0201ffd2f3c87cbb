import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { buildPost } from '../testing/post.ts';
import { metrics } from './http/metrics.ts';

/** Mails that were handed to the server, by what became of that. */
async function countHandedOver(): Promise<Record<string, number>> {
  const { values } = await metrics.getSingleMetric('intake_outside_call_seconds')!.get();
  const counts = values.filter((each) => 'metricName' in each && String(each.metricName).endsWith('_count'));
  return Object.fromEntries(
    counts
      .filter(({ labels }) => labels['destination'] === 'mail')
      .map(({ labels, value }) => [labels['outcome'], value]),
  );
}

test('an address that the mail server refuses for good is no failure of the server; a refusal for now, or none, is', async ({
  onTestFinished,
}) => {
  const post = await buildPost(onTestFinished);
  const isTried = async (to: string) => {
    await post.queue({ to });
    await eventually(async () => (await post.jobs()).some(({ last_error: fault }) => fault !== null));
    await post.database.pool.query('delete from graphile_worker._private_jobs');
  };
  // Other files of tests count in the same process.
  const { answered = 0, failed = 0 } = await countHandedOver();
  post.sink.refusesWith = (address) => (address.startsWith('gone') ? 550 : 451);
  await isTried('gone@example.org');
  expect(await countHandedOver()).toMatchObject({ answered: answered + 1, ...(failed > 0 && { failed }) });
  await isTried('busy@example.org');
  expect(await countHandedOver()).toMatchObject({ answered: answered + 1, failed: failed + 1 });
});
