import type { PageName } from '../../shared/portal-pages.ts';
import type { Portal } from '../../journeys/portal.ts';

/** One picture: a screen in one of its states. */
export interface Screen {
  /** `login-errors`; the picture's name. */
  name: string;
  /** The page of the portal it shows. */
  page?: PageName;
  /** Who comes there; a visitor, if nobody is named. */
  as?: (portal: Portal) => Promise<unknown>;
  /** Before the page is opened. */
  before?: (portal: Portal) => Promise<unknown>;
  /** From the open page to the state; opens the page itself where none is named. */
  act?: (portal: Portal) => Promise<unknown>;
  /** Where other widths than the usual ones tell something. */
  widths?: readonly number[];
  /** Only what is seen without scrolling: the state is about bars, dialogs and messages. */
  isFold?: true;
  /** The state is the waiting itself. */
  isBusy?: true;
}
