import { createSend } from '../../client/request.ts';
import { localStore, tabStore } from '../../client/storage.ts';
import { viewCalls } from '../../client/view-calls.ts';
import { viewFragment } from '../../contract/view-link.ts';
import type { OpenedView } from '../../contract/views.ts';
import type { Install } from '../page/config.ts';
import { sentenceOf, showMessage } from '../page/messages.ts';
import type { Page } from '../page/page.ts';
import { showBanner } from './banner.ts';

/**
 * The page of a site in which staff see as a member. The view stands in this tab alone: while it does, what the page keeps
 * of its member goes to the tab's storage too, so that a session in this browser is not touched (`client/storage.ts`).
 */

/** What the tab keeps of a view besides its bearer. */
interface KeptView {
  name: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** Shows that staff see this page as a member. */
export function startView(install: Install, page: Page): void {
  const kept = tabStore.readJson<KeptView>('ms_view');
  if (kept) showView(install, page, kept);
}

const sendWith = ({ publicKey, appId, domain }: Install, session: () => string | null) =>
  viewCalls(createSend({ publicKey, appId, origin: domain, session }));

/**
 * Opens the view of the page's address: the page is loaded anew as the member, or goes on as what it was. The code leaves
 * the address in any case.
 */
export async function enterView(install: Install, goOn: () => void): Promise<void> {
  const { href, hash } = location;
  const bare = href.split('#', 1)[0]!;
  try {
    const { data } = await sendWith(install, () => null).openView(hash.slice(viewFragment.length));
    keepView(data);
    location.replace(bare);
  } catch (error) {
    history.replaceState(history.state, '', bare);
    goOn();
    showMessage(sentenceOf(error), 'error');
  }
}

function keepView({ token, name, secondsLeft }: OpenedView): void {
  forgetView();
  const endsAt = Date.now() + secondsLeft * 1_000;
  tabStore.write('ms_view', JSON.stringify({ name, endsAt } satisfies KeptView));
  // In the tab's storage from here on.
  localStore.write('_ms-mid', token);
}

/** The names that the widget keeps something under, by their beginnings. */
const ours = /^(?:_ms-|ms_|MSX|intake\.)/;

/** Everything that this tab keeps for the widget. */
function forgetView(): void {
  tabStore.remove('ms_view');
  try {
    for (const name of Object.keys(sessionStorage)) if (ours.test(name)) sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

function showView(install: Install, page: Page, { name, endsAt }: KeptView): void {
  const { membership } = page;
  const leave = () => {
    forgetView();
    location.replace(location.href.split('#', 1)[0]!);
  };
  const banner = showBanner({
    name,
    endsAt,
    // A failure is not told: the view ends by itself, and this tab has forgotten it.
    onEnd: () =>
      void sendWith(install, membership.getMemberCookie)
        .endView()
        .catch(() => undefined)
        .then(leave),
    onLeave: leave,
    onOver: () => void membership.getCurrentMember().catch(() => undefined),
  });
  membership.onAuthChange((member) => {
    if (!member) banner.sayEnded();
  });
  if (membership.getMemberCookie() === null) banner.sayEnded();
}
