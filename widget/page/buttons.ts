import type { Attribute } from '../../shared/attributes.ts';
import { all, having, nearestTo, on, read, tellPage, writePlain } from './dom.ts';
import { ignore } from './ignore.ts';
import { sentenceOf, showMessage, whileLoading } from './messages.ts';
import type { Page } from './page.ts';
import { onSite } from './redirect.ts';

/** Everything on the page that is pressed. Heard at the document, so that it does not matter when it came. */

const choices = ['plan:add', 'plan:update', 'plan:remove', 'price:add', 'price:update', 'price:remove'] as const;
export const pressable = ([...choices, 'auth-provider', 'action', 'modal'] as const).map((name) => having(name)).join();

export function listenToButtons(page: Page): void {
  // Before the page's own scripts, which may take the element away or keep the event to themselves.
  on(
    'click',
    (event) => {
      const element = nearestTo(event, `${pressable},${having('redirect')}`);
      // On a form these words belong to its sending.
      if (!element || element instanceof HTMLFormElement) return;
      const choice = choiceOf(element);
      const isVisitor = hasVisitor(page);
      page.redirect = onSite(read(element, 'redirect'));
      // A visitor's choice waits for them; the element's own link or dialog leads on.
      if (choice && isVisitor) page.cart.take(element);
      const part = partFor(element, page);
      if (part) {
        event.preventDefault();
        // The second half of a double click was not thought about.
        if (event.detail < 2)
          void tellHowItEnds(element, async () => (await page.load(part)).press(element, page, isVisitor));
        // Beside the first look, not after it: that would cost a round trip.
        if (part === 'shell') page.load('modal').catch(ignore);
      }
      if (choice) tellPage('intake:plan-price-clicked', { attribute: choice, value: read(element, choice) });
    },
    true,
  );
  // Decision 0039: nothing is fetched for a button before the visitor shows the intent to press it.
  for (const name of ['pointerover', 'focusin', 'touchstart'] as const)
    on(
      name,
      (event) => {
        const element = nearestTo(event, pressable);
        const part = element && partFor(element, page);
        if (part) (part === 'shell' ? page.modals.preloadModals() : page.load(part)).catch(ignore);
      },
      true,
    );
}

const choiceOf = (element: Element) => choices.find((name) => read(element, name) !== null);
const hasVisitor = ({ membership }: Page) => membership.getMemberCookie() === null;

/** The part that does what an element says. The dialog beside a choice is for visitors. */
function partFor(element: Element, page: Page): 'acts' | 'shell' | undefined {
  const has = (name: Attribute) => read(element, name) !== null;
  if (has('auth-provider') || has('action') || (choiceOf(element) && !hasVisitor(page))) return 'acts';
  return has('modal') ? 'shell' : undefined;
}

/**
 * Fetches the dialogs once an opener is seen, on a connection that is known to cost nothing. Android alone tells which kind
 * it is, and there nothing hovers before a press; where it is unknown, the intent is waited for (decision 0039).
 */
export function fetchInView(roots: (Element | Document)[], { load }: Page): void {
  const { type, saveData } = (navigator as { connection?: { type?: string; saveData?: boolean } }).connection ?? {};
  const openers = roots.flatMap((root) => all(root, having('modal')));
  if (openers[0] && type === 'wifi' && !saveData && !load.has('modal'))
    load('acts').then(({ whenInView }) => whenInView(openers, () => load('modal').catch(ignore)), ignore);
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
