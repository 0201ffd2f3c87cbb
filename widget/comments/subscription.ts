import { writePlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { showIf } from './comment-view.ts';
import { announce } from './news.ts';
import { signInFirst } from './sign-in-first.ts';

/** Mails about replies to one's own posts in a channel. */
export function createSubscription(buttons: () => HTMLElement[], page: Page) {
  const { membership } = page;
  let isOn = false;
  const draw = () => {
    for (const each of buttons()) {
      if (each instanceof HTMLInputElement) each.checked = isOn;
      else writePlain(each, 'aria-pressed', String(isOn));
      showIf(each, membership.getMemberCookie() !== null);
    }
  };
  return {
    async load(channelKey: string): Promise<void> {
      isOn = false;
      draw();
      if (buttons().length === 0 || membership.getMemberCookie() === null) return;
      isOn = (await membership.getChannelInfo({ channelKey })).data.subscribed;
      draw();
    },
    async turn(channelKey: string): Promise<void> {
      await signInFirst(page);
      await membership.subscribeToChannel({ channelKey, action: isOn ? 'NONE' : 'THREADS_ONLY' });
      isOn = !isOn;
      draw();
      // Mails go to a proved address alone.
      const on = membership.knownMember()?.verified === false ? 'subscribed_unconfirmed' : 'subscribed';
      announce(isOn ? on : 'unsubscribed');
    },
  };
}
