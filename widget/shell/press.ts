import type { ModalWord } from '../../shared/attributes.ts';
import type { ModalResult } from '../modal/contract.ts';
import type { Page } from '../page/page.ts';

/** What an element with `data-ms-modal` may open. As a table, so that a missing word does not compile. */
const modalNames = {
  login: true,
  signup: true,
  profile: true,
  'forgot-password': true,
  'reset-password': true,
  'test-card': true,
} satisfies Record<ModalWord, true>;

/** What the page goes on after; any other dialog ends by itself, or has led to the card page. */
const signsInOrOut = new Set<ModalResult['type']>(['LOGIN', 'SIGNUP', 'LOGOUT']);

// Not from `page/`: the first look would wait for one more file.
const read = (element: Element, name: string) => Element.prototype.getAttribute.call(element, `data-ms-${name}`);

/** Opens the dialog that an element names, and goes on after it as the part "acts" knows. */
export async function press(element: Element, page: Page): Promise<undefined> {
  const { modals, cart, load, tell } = page;
  const type = read(element, 'modal')!;
  if (!Object.hasOwn(modalNames, type)) return;
  const tab = read(element, 'modal-tab');
  const params = { ...(tab ? { profile: { tab } } : {}), signup: { plans: cart.read('plan') } };
  const goOn = async (result: ModalResult) => {
    if (!signsInOrOut.has(result.type)) return;
    modals.hideModal();
    try {
      // It tells what fails in it; what fails here is the loading, which comes with a sentence for people.
      await (await load('acts')).afterDialog(result, page);
    } catch (error) {
      tell((error as Error).message, 'error');
    }
  };
  await modals.open(type, params, (result) => void goOn(result));
  // Prefetch for the sign-in that follows, once the dialog is drawn. A failure is ignored: the part is fetched again when
  // it is needed, and reported then.
  const prefetch = () => {
    for (const part of ['acts', 'calls'] as const) load(part).catch(() => undefined);
  };
  requestAnimationFrame(() => setTimeout(prefetch));
}
