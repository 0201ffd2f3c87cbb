import type { Membership } from '../../client/membership.ts';
import type { App } from '../../contract/site.ts';
import type { cart } from './cart.ts';
import type { createLoader } from './load.ts';
import type { showMessage } from './messages.ts';
import type { createModals } from './modals.ts';

/** What acts on a page have at hand. Whoever is fetched later takes state from here: its own copy would be another one. */
export interface Page {
  membership: Membership;
  modals: ReturnType<typeof createModals>;
  load: ReturnType<typeof createLoader>;
  cart: typeof cart;
  getApp: () => Promise<App>;
  /** Undefined where the site asks for none. */
  getCaptchaToken: () => Promise<string | undefined>;
  tell: typeof showMessage;
  /** Where the element that was pressed last leads once somebody has signed in or paid; on this site. */
  redirect: string | undefined;
}
