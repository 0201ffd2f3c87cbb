import type { PageName } from '../../shared/portal-pages.ts';
import type { Portal } from '../../journeys/portal.ts';

/** One picture: a screen in one of its states. */
export interface Screen {
  /** Name of the picture file, for example `login-errors`. */
  name: string;
  /** The portal's page. */
  page?: PageName;
  /** Signs a member in before the page is opened; without it the page is opened as a visitor. */
  as?: (portal: Portal) => Promise<unknown>;
  /** Runs before the page is opened. */
  before?: (portal: Portal) => Promise<unknown>;
  /** Brings the open page into the state; without `page` it opens one itself. */
  act?: (portal: Portal) => Promise<unknown>;
  /** Viewport widths in CSS pixels, if not the standard ones. */
  widths?: readonly number[];
  /** Captures the viewport instead of the full page, for states about bars, dialogs and messages. */
  isFold?: true;
  /** The state is a loading state, so the picture is taken without waiting for its end. */
  isBusy?: true;
}
