import type { Exchanges } from '../../contract/call.ts';
import type { analyticsCalls } from '../../contract/calls/analytics.ts';
import { createSend } from '../../client/request.ts';
import { options } from './clients.ts';
import { tabView } from './tab-view.ts';

const send = createSend<Exchanges<typeof analyticsCalls>>(options);

/** Counts a view of the page in the address, for the report from views to payment: a number per day. Never throws. */
export async function countView(): Promise<void> {
  // Staff who see as a member are no visitors.
  if (tabView || !navigator.onLine) return;
  await send('POST /page-view').catch(() => undefined);
}
