import { tellHowItEnds } from '../page/buttons.ts';
import { having, nearestTo, on } from '../page/dom.ts';

/** Asks for the address of a file anew when a press comes near. Fetched when a page has a link to one. */

/** Each address works for a minute; one that is followed has to arrive within it. Milliseconds. */
const freshMs = 45_000;
const links = having('secure-link') + having('secure-filled');

/** Under which token, and when, the address of a file was asked for: it works in that session, for a minute. */
export interface FileAsked {
  token: string | null;
  askedAt: number;
}

/** What renews a link. */
export interface Renewing {
  /** Undefined where a link does not lead to a file. */
  fileOf: (link: HTMLElement) => FileAsked | undefined;
  token: () => string | null;
  ask: (link: HTMLElement) => Promise<void>;
}
let given: Renewing;
const renewals = new WeakMap<HTMLElement, Promise<void>>();

/** Listens from its first call on; the same may be given again. */
export function renewLinks(renewing: Renewing): void {
  if (!given) listen();
  given = renewing;
}

/** @returns undefined where the address works */
function renew(link: HTMLElement | null): Promise<void> | undefined {
  const file = link && given.fileOf(link);
  if (!file || (file.token === given.token() && Date.now() - file.askedAt < freshMs)) return undefined;
  const renewal = renewals.get(link) ?? given.ask(link).finally(() => renewals.delete(link));
  renewals.set(link, renewal);
  return renewal;
}

function listen(): void {
  // In time for most presses, and for what a browser does by itself: another tab, a menu.
  for (const name of ['pointerover', 'focusin'] as const)
    on(name, (event) => void renew(nearestTo(event, links))?.catch(ignore), true);
  on(
    'click',
    (event) => {
      const { target } = event;
      const link = nearestTo(event, links);
      const renewal = renew(link);
      if (!renewal) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void tellHowItEnds(link!, () => renewal.then(ignore)).then(
        (isNew) => isNew && target!.dispatchEvent(new MouseEvent('click', event)),
      );
    },
    true,
  );
}

/** A failure is ignored: the press asks again, and reports it. */
const ignore = () => undefined;
