import type { SharedByCalls } from '../../client/membership.ts';

/** How long what the page knows of its member may be old. Milliseconds. */
const everyMs = 30_000;

let isStarted = false;

/**
 * Lets a page that is looked at follow what others change of its member: a plan that staff give, a session they end. It
 * asks every half minute while it is visible, and at once when it is seen again after longer; listeners are called where
 * something has changed. A failure is ignored: the next answer makes up for it.
 */
export function stayFresh({ account, presence, token }: SharedByCalls): void {
  if (isStarted) return;
  isStarted = true;
  let askedAt = Date.now();
  async function ask(): Promise<void> {
    const known = presence.known();
    const session = token();
    if (!known) return;
    // A cookie that ends, and a script of the page that removes the token, send no event.
    if (session === null) return presence.signOut();
    if (document.visibilityState !== 'visible') return;
    askedAt = Date.now();
    const { data } = await account.getCurrentMember();
    // Race: the page itself has changed the member, or their session, since.
    if (presence.known() !== known || token() !== session) return;
    if (!data) presence.signOut(true);
    else if (JSON.stringify(data) !== JSON.stringify(known)) presence.tell(data);
  }
  const look = () => void ask().catch(() => undefined);
  // Without a look at the clock: a timer that is a millisecond early would wait another round.
  setInterval(look, everyMs);
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - askedAt >= everyMs) look();
  });
}
