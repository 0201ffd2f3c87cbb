import type { Membership } from '../../client/membership.ts';
import { cart, idsIn } from './cart.ts';
import { having, nearest, on, read, tellPage, writePlain } from './dom.ts';
import { customFieldsIn, readFields } from './fields.ts';
import { rememberRedirect, type AfterSignIn } from './journey.ts';
import type { createLoader } from './load.ts';
import { sentenceOf, showMessage, whileLoading } from './messages.ts';
import type { createModals } from './modals.ts';
import { bySettings, goTo } from './redirect.ts';

/** Everything on the page that is pressed. Heard at the document, so that it does not matter when it came. */

interface Page {
  membership: Membership;
  modals: ReturnType<typeof createModals>;
  load: ReturnType<typeof createLoader>;
  afterSignIn: AfterSignIn;
}

const choices = ['plan:add', 'plan:update', 'plan:remove', 'price:add', 'price:update', 'price:remove'];
const pressable = [...choices, 'redirect', 'auth-provider', 'action', 'modal'].map((name) => having(name)).join();
const modalNames = new Set(['login', 'signup', 'profile', 'forgot-password', 'reset-password']);
/** Elements that are being acted upon. A second press changes nothing. */
const running = new WeakSet<Element>();

export function listenToButtons(page: Page): void {
  on('click', (event) => {
    const element = event.target instanceof Element ? nearest(event.target, pressable) : null;
    // On a form these words belong to its sending.
    if (!element || element instanceof HTMLFormElement || running.has(element)) return;
    const has = (name: string) => read(element, name) !== null;
    const choice = choices.find(has);
    const isVisitor = page.membership.getMemberCookie() === null;
    if (choice) tellPage('intake:plan-price-clicked', { attribute: choice, value: read(element, choice) });
    rememberRedirect(element);
    // A visitor's choice waits for them; the element's own link or dialog leads on.
    if (choice && isVisitor) remember(element);
    if (['auth-provider', 'action', 'modal'].some(has) || (choice && !isVisitor)) {
      event.preventDefault();
      void run(element, () => act(element, page));
    }
  });
  warmUp(page);
}

async function act(element: HTMLElement, page: Page): Promise<string | undefined> {
  // Before anything is awaited, or browsers block the window.
  if (read(element, 'auth-provider') !== null) {
    await signInWithProvider(element, page);
    return undefined;
  }
  const told = await (await page.load('acts')).press(element, page.membership);
  if (modalNames.has(read(element, 'modal') ?? '')) await openModalOf(element, page);
  return told;
}

function remember(element: HTMLElement): void {
  const plans = idsIn('plan', read(element, 'plan:add') ?? read(element, 'plan:update'));
  const prices = idsIn('price', read(element, 'price:add') ?? read(element, 'price:update'));
  if (plans.length > 0) cart.keep('plan', plans);
  if (prices.length > 0) cart.keep('price', prices);
  if (read(element, 'price:remove') === 'all') cart.empty('price');
}

async function openModalOf(element: HTMLElement, { modals, afterSignIn }: Page): Promise<void> {
  const tab = read(element, 'modal-tab');
  const params = { ...(tab ? { profile: { tab } } : {}), signup: { plans: cart.read('plan') } };
  await modals.open(read(element, 'modal')!, params, ({ type, data }) => {
    if (type === 'CLOSED' || type === 'PASSWORD_RESET') return;
    modals.hideModal();
    const { redirect } = data as { redirect: string | null };
    if (type === 'LOGOUT') goTo(bySettings(redirect));
    else afterSignIn(redirect).catch((error: unknown) => showMessage(sentenceOf(error), 'error'));
  });
}

async function signInWithProvider(element: HTMLElement, { membership, afterSignIn }: Page): Promise<void> {
  const provider = read(element, 'auth-provider')!.toLowerCase();
  if (membership.getMemberCookie() !== null) {
    await membership.connectProvider({ provider });
    return;
  }
  const form = nearest(element, having('form', 'signup'));
  const { data } = await (form
    ? membership.signupWithProvider({
        provider,
        customFields: customFieldsIn(readFields(form)),
        plans: cart.read('plan').map((planId) => ({ planId })),
      })
    : membership.loginWithProvider({ provider }));
  await afterSignIn(data.redirect, nearest(element, having('form')) ?? undefined);
}

async function run(element: HTMLElement, doing: () => Promise<string | undefined>): Promise<void> {
  running.add(element);
  writePlain(element, 'aria-busy', 'true');
  try {
    showMessage((await whileLoading(doing)) ?? '', 'success');
  } catch (error) {
    showMessage(sentenceOf(error), 'error');
  } finally {
    running.delete(element);
    writePlain(element, 'aria-busy', 'false');
  }
}

/** A pointer over a button, or the focus on it: what it needs is fetched before it is pressed. */
function warmUp({ load }: Page): void {
  for (const name of ['pointerover', 'focusin', 'touchstart'] as const)
    on(
      name,
      ({ target }) => {
        if (target instanceof Element && nearest(target, having('modal'))) void load('modal').catch(() => undefined);
      },
      true,
    );
}
