import type { Membership } from '../../client/membership.ts';
import type { cart } from './cart.ts';
import { all, having, nearest, on, read, writePlain } from './dom.ts';
import type { AfterSignIn } from './journey.ts';
import { sentenceOf, showMessage, whileLoading } from './messages.ts';
import { touch, untouch } from './show.ts';

/** Forms of the page's own, named by `data-ms-form`. Heard at the document, so that it does not matter when they came. */

/** What a form needs of the page. */
export interface FormPage {
  membership: Membership;
  cart: typeof cart;
  afterSignIn: AfterSignIn;
  /** Undefined where the site asks for none. */
  getCaptchaToken: () => Promise<string | undefined>;
}

type SendForm = (form: HTMLElement, page: FormPage) => Promise<string | undefined>;

const kinds =
  'login signup profile email password forgot-password reset-password passwordless-login passwordless-signup'.split(
    ' ',
  );
const ours = kinds.map((kind) => having('form', kind)).join();

/** Forms that are being sent. A second press changes nothing. */
const running = new WeakSet<Element>();

/** @param load fetches what forms do */
export function listenToForms(page: FormPage, load: () => Promise<{ sendForm: SendForm }>): void {
  on('input', ({ target }) => {
    if (target instanceof Element && read(target, 'member') !== null) touch(target);
  });
  on('focusin', ({ target }) => {
    if (target instanceof Element && nearest(target, ours)) void load().catch(() => undefined);
  });
  on(
    'submit',
    (event) => {
      const form = event.target instanceof Element && nearest(event.target, ours);
      if (!form) return;
      // The builder's own form service must not hear of it: there are passwords in it.
      event.preventDefault();
      event.stopPropagation();
      void send(form, async () => (await load()).sendForm(form, page));
    },
    true,
  );
}

async function send(form: HTMLElement, run: () => Promise<string | undefined>): Promise<void> {
  if (running.has(form)) return;
  running.add(form);
  writePlain(form, 'aria-busy', 'true');
  try {
    const told = await whileLoading(run);
    untouch(form);
    showMessage(told ?? '', 'success', form);
  } catch (error) {
    showMessage(sentenceOf(error), 'error', form);
  } finally {
    running.delete(form);
    writePlain(form, 'aria-busy', 'false');
  }
}

/** Whether the page has forms or buttons of ours, so that what they do can be fetched before it is needed. */
export const hasActs = (): boolean => all(document, `${ours},${having('action')}`).length > 0;
