import { tabStore } from '../../client/storage.ts';
import type { Page } from '../page/page.ts';
import { onSite, sentFromKey } from '../page/redirect.ts';

/**
 * The gated page that has sent a visitor away, for the member they are now. Used once.
 *
 * @returns its address on this site (open redirect); undefined where they may not open it now either
 */
export async function takeWayBack({ mayOpen, getApp, membership }: Page): Promise<string | undefined> {
  const address = onSite(tabStore.read(sentFromKey));
  tabStore.remove(sentFromKey);
  if (!address) return undefined;
  // Without the settings only the way back is lost: the sign-in has succeeded.
  const app = await getApp().catch(() => undefined);
  return app && mayOpen(app.contentGroups, membership.knownMember(), address) ? address : undefined;
}
