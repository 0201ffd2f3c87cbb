import type { MembershipCalls } from '../../contract/membership-calls.ts';
import { createSend } from '../../client/request.ts';
import { viewCalls } from '../../client/view-calls.ts';
import { options } from './clients.ts';
import { tabView, tabViewKey, type TabView } from './tab-view.ts';
import { writeTabKey } from './tab-keys.ts';
import { forgetTab } from './browser-keys.ts';

const callsOf = (token: string | null) => viewCalls(createSend<MembershipCalls>({ ...options, session: () => token }));

/** Begins the view of a code in this tab, which then is to be loaded anew. @throws RequestError */
export async function openView(code: string): Promise<void> {
  const { token, name, secondsLeft } = (await callsOf(null).openView(code)).data;
  forgetTab();
  const endsAt = Date.now() + secondsLeft * 1_000;
  writeTabKey(tabViewKey, JSON.stringify({ token, name, endsAt } satisfies TabView));
}

/** Ends the read-only view of this tab, which has its former session again. Errors are ignored: a view expires by itself. */
export async function endView(): Promise<void> {
  if (tabView)
    await callsOf(tabView.token)
      .endView()
      .catch(() => undefined);
  leaveView();
}

/** Forgets the view of this tab, and loads the page anew. */
export function leaveView(): void {
  forgetTab();
  location.replace(location.pathname);
}
