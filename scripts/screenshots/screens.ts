import type { PortalPath } from '../../contract/portal-paths.ts';
import type { Portal } from '../../journeys/portal.ts';
import { accountScreens } from './account-screens.ts';
import { contentScreens } from './content-screens.ts';
import { eligibilityScreens, enrolScreens } from './enrol-screens.ts';
import { mailScreens } from './mail-screens.ts';
import { paymentScreens } from './payment-screens.ts';
import { shellScreens } from './shell-screens.ts';

/** One picture: a screen in one of its states. */
export interface Screen {
  /** `login-errors`; the picture's name. */
  name: string;
  /** The page of the portal it shows. */
  page?: PortalPath;
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

/** Every screen of the portal in its states. A screen added is one entry in one of these lists. */
export const screens: Screen[] = [
  ...accountScreens,
  ...eligibilityScreens,
  ...enrolScreens,
  ...paymentScreens,
  ...contentScreens,
  ...shellScreens,
  ...mailScreens,
];
