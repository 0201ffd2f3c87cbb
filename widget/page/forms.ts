import { tellHowItEnds } from './buttons.ts';
import { having, nearestTo, on, read } from './dom.ts';
import type { Page } from './page.ts';
import { markSent, touch, untouchSent } from './show.ts';

/** Forms of the page's own, named by `data-ms-form`. Heard at the document, so that it does not matter when they came. */

const kinds =
  'login signup profile email password forgot-password reset-password passwordless-login passwordless-signup comment post thread'.split(
    ' ',
  );
export const forms = kinds.map((kind) => having('form', kind)).join();

export function listenToForms(page: Page): void {
  on(
    'input',
    ({ target }) => {
      if (target instanceof Element && read(target, 'member') !== null) touch(target);
    },
    true,
  );
  on('focusin', (event) => {
    if (nearestTo(event, forms)) void page.load('acts').catch(() => undefined);
  });
  on(
    'submit',
    (event) => {
      const form = nearestTo(event, forms);
      if (!form) return;
      // The builder's own form service must not hear of it: there are passwords in it.
      event.preventDefault();
      event.stopPropagation();
      void send(form);
    },
    true,
  );

  async function send(form: HTMLElement): Promise<void> {
    const isSent = await tellHowItEnds(form, async () => {
      const { sendForm } = await page.load('acts');
      markSent(form);
      return sendForm(form, page);
    });
    if (isSent) untouchSent(form);
  }
}
