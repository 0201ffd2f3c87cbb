import { all, erase, having, write } from '../page/dom.ts';
import { ignore } from '../page/ignore.ts';
import type { Page } from '../page/page.ts';
import type { Who } from '../page/who.ts';
import { hasChosenPrice, priceLeft } from './checkout.ts';
import { confirmPayment } from './confirm-payment.ts';
import { fillForms, holdLaterSteps } from './fill-forms.ts';
import { providerList } from './providers.ts';
import { makeReachable } from './reach.ts';
import { takeInvitation } from './journey.ts';
import { tellLeft } from './lead-on.ts';
import { fillSecure } from './secure-content.ts';

/** Prepares a part of the page once it is there, and again when the member or the settings change. */
export function look(roots: readonly (Element | Document)[], page: Page, who: Who): void {
  for (const root of roots) {
    holdLaterSteps(root);
    fillForms(root, who);
    makeReachable(root);
    fillSecure(root, page.membership);
  }
  showProviders(roots, who);
  for (const root of roots) hideUseless(root, page);
  tellLeft(page);
  takeInvitation(page, who);
  // Where the service cannot be reached, the page says so by itself.
  if (who.whole) confirmPayment(page).catch(() => undefined);
  if (roots.some((root) => all(root, having('channel')).length > 0)) void lookAtComments(roots, page, who);
}

/**
 * Its rows are fetched later: few pages have such a list. Where that fails, it stays as the author wrote it until the
 * page is left. A part of the loader would be asked for again, and would cost the script of every page.
 */
function showProviders(roots: readonly (Element | Document)[], { whole, app }: Who): void {
  const places = roots.flatMap((root) => all(root, providerList));
  for (const place of places)
    if (whole) erase(place, 'hidden');
    else write(place, 'hidden', '');
  if (places[0] && whole && app)
    import('./provider-list.ts').then(({ listProviders }) => {
      for (const place of places) listProviders(place, whole, app);
    }, ignore);
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
