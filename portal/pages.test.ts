import { expect, test } from 'vitest';
import { screenNames } from '../contract/portal-pages.ts';
import { screens } from './pages.ts';

/** Pages that call `usePageTitle`, because their name changes as the member goes on or stands in their heading. */
const namingThemselves = [
  'outlineForm',
  'eligibility',
  'enrol',
  'paymentSuccess',
  'paymentCancel',
  'terms',
  'privacy',
  'accessibility',
  'refunds',
];
/** The partner's way in: they go by the name of the partner’s portal alone. */
const goingByThePartner = ['login', 'register', 'forgotPassword'];

test('every page has a title for the tab, or names itself', () => {
  const untitled = screenNames.filter((name) => screens[name].title === undefined);
  expect(
    untitled.toSorted(),
    'give the page a title in portal/pages.ts, or let it call usePageTitle and list it here',
  ).toEqual([...namingThemselves, ...goingByThePartner].toSorted());
});
