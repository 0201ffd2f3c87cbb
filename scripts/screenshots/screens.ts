import { isForMembers, screenNames, type PageName } from '../../contract/portal-pages.ts';
import type { Portal } from '../../journeys/portal.ts';
import { accountScreens } from './account-screens.ts';
import { contentScreens } from './content-screens.ts';
import { eligibilityScreens, enrolScreens } from './enrol-screens.ts';
import { mailScreens } from './mail-screens.ts';
import { paymentScreens } from './payment-screens.ts';
import { preapproved } from './people.ts';
import { shellScreens } from './shell-screens.ts';

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

/** Pages that stand in none of these screens, each as it opens to somebody it opens to. */
export function plainScreens(written: readonly Screen[]): Screen[] {
  const shown = new Set(written.map(({ page }) => page));
  return screenNames
    .filter((page) => !shown.has(page))
    .map((page) => ({ name: page, page, ...(isForMembers(page) && { as: preapproved }) }));
}

/** The states somebody has described. A state added is one entry in one of these lists. */
export const writtenScreens: Screen[] = [
  ...accountScreens,
  ...eligibilityScreens,
  ...enrolScreens,
  ...paymentScreens,
  ...contentScreens,
  ...shellScreens,
  ...mailScreens,
];

/** Every screen of the portal in its states. */
export const screens: Screen[] = [...writtenScreens, ...plainScreens(writtenScreens)];
