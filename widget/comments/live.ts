import type { RequestError } from '../../client/membership.ts';
import type { Channel } from '../../contract/comments.ts';
import { commentLimits } from '../../contract/comment-limits.ts';
import { all, having, isIn, nearestTo, on, read } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { setText, showIf } from './comment-view.ts';

/**
 * What happens in a channel while its page is open: fetched once its comments are there. Decision 0040: a page asks
 * again and again, sooner where something happens, and not at all while it cannot be seen.
 */

/** How soon a channel is asked again after news, and at most. Milliseconds. */
const againMs = { first: 3_000, most: 20_000 };
/** By how much the wait grows while nothing happens. */
const growth = 1.25;
/** The service forgets a member 45 seconds after their page has said that they are there. Milliseconds. */
const hereMs = 20_000;
/** Decision 0064: a page that shows it asks before what was said once has ended. Milliseconds. */
const typingMs = { said: commentLimits.typingSeconds * 500, seen: commentLimits.typingSeconds * 1_000 - 2_000 };

const typing = [having('post', 'is-typing'), having('thread', 'is-typing')].join();
const presence = having('channel-presence');
const notifications = having('channel-notifications');

interface Following {
  element: HTMLElement;
  page: Page;
  /** Whether the comments are drawn: who looks at them has seen what is new. */
  isReading: boolean;
  channelKey: () => string | undefined;
  /** How many posts are known. */
  total: () => number | undefined;
  /** @param added by how many posts there are more */
  onNews: (added: number) => Promise<void>;
  /** The reader may not see the channel any more. */
  onClosed: () => void;
}

/** What the last answer said, and to whom. */
interface Known extends Pick<Channel, 'key' | 'changes' | 'unread'> {
  session: string | null;
}

/** Channels that are followed, to be looked at as soon as the page is seen again. */
const followed = new Set<() => void>();
on('visibilitychange', () => {
  for (const wake of followed) wake();
});

/** @returns what looks at once, and goes on where it has ended */
export function follow({ element, page, isReading, channelKey, total, onNews, onClosed }: Following): () => void {
  const { membership } = page;
  let known: Known | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = againMs.first;
  let round = 0;
  const said = { here: 0, typing: 0 };
  const has = (selector: string) => all(element, selector).length > 0;

  /** A failure is ignored: the next one says it again. */
  async function say(what: keyof typeof said, everyMs: number): Promise<void> {
    const key = channelKey();
    if (key === undefined || membership.getMemberCookie() === null || Date.now() - said[what] < everyMs) return;
    said[what] = Date.now();
    await membership.postIsTyping({ channelKey: key, isTyping: what === 'typing' }).catch(() => undefined);
  }
  async function ask(key: string): Promise<void> {
    const session = membership.getMemberCookie();
    const { data } = await membership.getChannelInfo({ channelKey: key });
    // Another session has seen something else.
    const before = known?.key === key && known.session === session ? known : undefined;
    // What is new when the page comes stays told on it, although it counts as seen from now on.
    const unread = before && isReading ? Math.max(data.unread, before.unread) : data.unread;
    drawChannel(element, { ...data, unread });
    const isNews = before ? before.changes !== data.changes : data.postCount !== total();
    const most = has(typing) ? typingMs.seen : againMs.most;
    delay = isNews || data.typing > 0 ? againMs.first : Math.min(delay * growth, most);
    if (isNews) await onNews(Math.max(0, data.postCount - (total() ?? 0)));
    known = { key, session, changes: data.changes, unread };
    if (isReading && has(`${presence},${notifications}`)) await say('here', hereMs);
  }
  /** @param own number of the round: one that was woken meanwhile goes on alone */
  async function look(own: number): Promise<void> {
    const key = channelKey();
    if (key === undefined || !isIn(element)) return void followed.delete(wake);
    try {
      if (document.visibilityState === 'visible') await ask(key);
    } catch (error) {
      delay = againMs.most;
      if ((error as Partial<RequestError>).code === 'access-denied') {
        // The next look at the page asks again, and reads the comments anew.
        followed.delete(wake);
        return onClosed();
      }
    }
    if (own === round) timer = setTimeout(() => void look(own), delay);
  }
  function wake(): void {
    followed.add(wake);
    clearTimeout(timer);
    round += 1;
    timer = setTimeout(() => void look(round));
  }

  element.addEventListener('input', (event) => {
    if (nearestTo(event, having('form')) && has(typing)) void say('typing', typingMs.said);
  });
  wake();
  return () => {
    if (!followed.has(wake)) wake();
  };
}

/** A presence with the key of a field tells the names of who is there, any other how many they are. */
function drawChannel(element: HTMLElement, { typing: count, present, unread }: Channel): void {
  for (const each of all(element, typing)) showIf(each, count > 0);
  for (const each of all(element, presence)) {
    const field = read(each, 'channel-presence')!;
    const names = present.members.flatMap(({ customFields }) =>
      Object.hasOwn(customFields, field) ? customFields[field]!.trim() || [] : [],
    );
    setText(each, field ? names.join(', ') : String(present.count));
  }
  for (const each of all(element, notifications)) {
    setText(each, String(unread));
    showIf(each, unread > 0);
  }
}
