import { all, having, write } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import type { Who } from '../page/who.ts';
import { hasChosenPrice, priceLeft } from './checkout.ts';
import { confirmPayment } from './confirm-payment.ts';
import { fillForms, holdLaterSteps } from './fill-forms.ts';
import { listProviders } from './providers.ts';
import { makeReachable } from './reach.ts';
import { takeInvitation } from './journey.ts';
import { tellLeft } from './lead-on.ts';
import { fillSecure } from './secure-content.ts';

/** Prepares a part of the page once it is there, and again when the member or the settings change. */
export function look(roots: readonly (Element | Document)[], page: Page, who: Who): void {
  for (const root of roots) {
    holdLaterSteps(root);
    fillForms(root, who);
    listProviders(root, who);
    makeReachable(root);
    fillSecure(root, page.membership);
  }
  for (const root of roots) hideUseless(root, page);
  tellLeft(page);
  takeInvitation(page, who);
  // Where the service cannot be reached, the page says so by itself.
  if (who.whole) confirmPayment(page).catch(() => undefined);
  if (roots.some((root) => all(root, having('channel')).length > 0)) void lookAtComments(roots, page, who);
}

/** An action that is of no use to a member who has chosen nothing to pay. */
function hideUseless(root: Element | Document, page: Page): void {
  if (hasChosenPrice(page) || priceLeft()) return;
  for (const each of all(root, having('action', 'return-to-checkout'))) write(each, 'hidden', '');
}

async function lookAtComments(roots: readonly (Element | Document)[], page: Page, { app }: Who): Promise<void> {
  // Beside the part that makes them: one after the other would cost a round trip.
  page.load('calls').catch(() => undefined);
  try {
    (await page.load('comments')).showComments(roots, page, app?.dictionary);
  } catch {
    // The next look tries again.
  }
}
