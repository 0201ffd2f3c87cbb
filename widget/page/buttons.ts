import type { Attribute } from '../../shared/attributes.ts';
import { having, nearestTo, on, read, tellPage, writePlain } from './dom.ts';
import { sentenceOf, showMessage, whileLoading } from './messages.ts';
import type { Page } from './page.ts';
import { onSite } from './redirect.ts';

/** Everything on the page that is pressed. Heard at the document, so that it does not matter when it came. */

const choices = ['plan:add', 'plan:update', 'plan:remove', 'price:add', 'price:update', 'price:remove'] as const;
const acting = ['auth-provider', 'action', 'modal'] as const;
export const pressable = [...choices, ...acting].map((name) => having(name)).join();
export function listenToButtons(page: Page): void {
  // Before the page's own scripts, which may take the element away or keep the event to themselves.
  on(
    'click',
    (event) => {
      const element = nearestTo(event, `${pressable},${having('redirect')}`);
      // On a form these words belong to its sending.
      if (!element || element instanceof HTMLFormElement) return;
      const has = (name: Attribute) => read(element, name) !== null;
      const choice = choices.find(has);
      const isVisitor = page.membership.getMemberCookie() === null;
      page.redirect = onSite(read(element, 'redirect'));
      // A visitor's choice waits for them; the element's own link or dialog leads on.
      if (choice && isVisitor) page.cart.take(element);
      if (acting.some(has) || (choice && !isVisitor)) {
        event.preventDefault();
        // The second half of a double click was not thought about.
        if (event.detail < 2)
          void tellHowItEnds(element, async () => (await page.load('acts')).press(element, page, isVisitor));
      }
      if (choice) tellPage('intake:plan-price-clicked', { attribute: choice, value: read(element, choice) });
    },
    true,
  );
  // A pointer over a button, or the focus on it: what it needs is fetched before it is pressed.
  for (const name of ['pointerover', 'focusin', 'touchstart'] as const)
    on(
      name,
      (event) => {
        if (nearestTo(event, having('modal'))) void page.modals.preloadModals().catch(() => undefined);
      },
      true,
    );
}

/** Elements at work. */
const running = new WeakSet<Element>();

/**
 * Shows that an element is at work, and tells how it ended. A second press meanwhile changes nothing.
 *
 * @param doing what the element does; resolves to the sentence to tell, if there is one
 * @returns whether it succeeded
 */
export async function tellHowItEnds(element: Element, doing: () => Promise<string | undefined>): Promise<boolean> {
  if (running.has(element)) return false;
  running.add(element);
  writePlain(element, 'aria-busy', 'true');
  try {
    showMessage((await whileLoading(doing)) ?? '', 'success', element);
    return true;
  } catch (error) {
    showMessage(sentenceOf(error), 'error', element);
    return false;
  } finally {
    running.delete(element);
    writePlain(element, 'aria-busy', 'false');
  }
}
