import { isForMembers, screenNames } from '../../shared/portal-pages.ts';
import { accountScreens } from './account-screens.ts';
import { contentScreens } from './content-screens.ts';
import { eligibilityScreens, enrolScreens } from './enrol-screens.ts';
import { mailScreens } from './mail-screens.ts';
import { paymentScreens } from './payment-screens.ts';
import { preapproved } from './people.ts';
import type { Screen } from './screen.ts';
import { shellScreens } from './shell-screens.ts';

/** Default screens of pages without a described state, each for a person it opens to. */
export function plainScreens(written: readonly Screen[]): Screen[] {
  const shown = new Set(written.map(({ page }) => page));
  return screenNames
    .filter((page) => !shown.has(page))
    .map((page) => ({ name: page, page, ...(isForMembers(page) && { as: preapproved }) }));
}

/** The described states. To add a state, add an entry to one of these lists. */
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
