import { localStore, tabStore } from '../../client/storage.ts';
import { canOpen } from '../../shared/gated-addresses.ts';
import type { App } from '../../contract/site.ts';
import { entitledPlanIds } from './conditions.ts';
import type { Install } from './config.ts';
import { all, erase, write } from './dom.ts';
import { showMessage } from './messages.ts';
import { isPaying } from './paying.ts';
import { bySettings, sentFromKey } from './redirect.ts';
import type { Who } from './who.ts';

/** Whole pages that only some may open: out of sight until that is known; everybody else is sent away. */

const key = 'ms_gated';
type Groups = App['contentGroups'];
interface Remembered {
  publicKey: string;
  groups: Groups;
}

let isLeaving = false;
/** Whose groups were written last: every change of the page comes by here. */
let kept: App | undefined;

/**
 * Pages are known to be gated by the settings, or by what an earlier page has learnt of them; before that only where
 * the author says so.
 *
 * @returns whether the page stays out of sight
 */
export function gatePage({ member, whole, app }: Who, { isGated, publicKey }: Install): boolean {
  const groups = app?.contentGroups ?? rememberedGroups(publicKey);
  if (app && app !== kept) {
    kept = app;
    localStore.write(key, JSON.stringify({ publicKey, groups: app.contentGroups.filter(hasUrls) }));
  }
  const isOpen = (address: string) => (groups ? mayOpen(groups, member, address) : !isGated);
  const isClosed = !isOpen(location.href);
  const [root] = all(document, ':root');
  if (isClosed) write(root!, 'closed', '');
  else erase(root!, 'closed');
  // What the browser remembers may be old. It keeps a page closed no longer than the service needs to answer.
  if (isClosed && app && whole !== undefined && !isLeaving && !(whole && isPaying())) {
    const mine = app.contentGroups.filter((group) => !mayOpen([group], member, location.href));
    const target = bySettings(mine.find(({ redirect }) => redirect)?.redirect ?? '/');
    // A page that is closed itself leads nowhere.
    if (target && isOpen(target)) {
      isLeaving = true;
      tabStore.write(sentFromKey, location.href);
      location.replace(target);
    } else showMessage('This page is for members.', 'error');
  }
  return isClosed;
}

/** Whether somebody may open an address of the site. */
export const mayOpen = (groups: Groups, member: Who['member'], address: string): boolean =>
  canOpen(groups, member ? entitledPlanIds(member) : undefined, address);

const hasUrls = ({ urls }: Groups[number]) => urls.length > 0;

/** What an earlier page of this site has learnt. */
function rememberedGroups(publicKey: string): Groups | undefined {
  const remembered = localStore.readJson<Remembered>(key);
  return remembered?.publicKey === publicKey && Array.isArray(remembered.groups) ? remembered.groups : undefined;
}
