import type { Attribute } from '../../shared/attributes.ts';
import { having, nearest, on, read, tellPage, writePlain } from './dom.ts';
import { sentenceOf, showMessage, whileLoading } from './messages.ts';
import type { Page } from './page.ts';
import { onSite } from './redirect.ts';

/** Everything on the page that is pressed. Heard at the document, so that it does not matter when it came. */

const choices = ['plan:add', 'plan:update', 'plan:remove', 'price:add', 'price:update', 'price:remove'] as const;
const acting = ['auth-provider', 'action', 'modal'] as const;
export const pressable = [...choices, ...acting].map((name) => having(name)).join();
/** Elements that are being acted upon. A second press changes nothing. */
const running = new WeakSet<Element>();

export function listenToButtons(page: Page): void {
  // Before the page's own scripts, which may take the element away or keep the event to themselves.
  on(
    'click',
    (event) => {
      const element =
        event.target instanceof Element ? nearest(event.target, `${pressable},${having('redirect')}`) : null;
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
        if (event.detail < 2 && !running.has(element))
          void runOn(element, async () => (await page.load('acts')).press(element, page, isVisitor));
      }
      if (choice) tellPage('intake:plan-price-clicked', { attribute: choice, value: read(element, choice) });
    },
    true,
  );
  // A pointer over a button, or the focus on it: what it needs is fetched before it is pressed.
  for (const name of ['pointerover', 'focusin', 'touchstart'] as const)
    on(
      name,
      ({ target }) => {
        if (target instanceof Element && nearest(target, having('modal')))
          void page.modals.preloadModals().catch(() => undefined);
      },
      true,
    );

  async function runOn(element: Element, doing: () => Promise<string | undefined>): Promise<void> {
    running.add(element);
    await tellHowItEnds(element, doing);
    running.delete(element);
  }
}

/** Shows that something runs, and tells how it ended. @returns whether it succeeded */
export async function tellHowItEnds(element: Element, doing: () => Promise<string | undefined>): Promise<boolean> {
  writePlain(element, 'aria-busy', 'true');
  try {
    showMessage((await whileLoading(doing)) ?? '', 'success', element);
    return true;
  } catch (error) {
    showMessage(sentenceOf(error), 'error', element);
    return false;
  } finally {
    writePlain(element, 'aria-busy', 'false');
  }
}
