import type { Portal } from '../../journeys/portal.ts';
import { advised, newcomer, preapproved, student } from './people.ts';
import type { Screen } from './screen.ts';

const opensMenu = (portal: Portal) => portal.presses('Menu');
const menu = { isFold: true, widths: [360], act: opensMenu } as const;
const wide = { isFold: true, widths: [768, 1440] } as const;

/** The frame around pages, and the 404 page. */
export const shellScreens: Screen[] = [
  { name: 'home', page: 'home', as: preapproved, isFold: true },
  {
    name: 'not-found',
    async act({ page }) {
      await page.goto('/no/such/path');
    },
  },
  { name: 'partner-not-found', as: preapproved, act: (portal) => portal.open('no-such-page') },
  { name: 'partner-not-found-visitor', act: (portal) => portal.open('no-such-page') },
  {
    name: 'problem',
    page: 'profile',
    as: preapproved,
    before: ({ page }) => page.route('**/assets/profile.page-*.js', (route) => route.abort()),
  },
  {
    name: 'offline',
    page: 'faq',
    as: preapproved,
    isFold: true,
    act: ({ page }) => page.context().setOffline(true),
  },
  {
    name: 'toast',
    page: 'login',
    isFold: true,
    async act(portal) {
      await portal.registers();
      await portal.sees('Your account has been created');
    },
  },
  { name: 'sidebar-open', page: 'faq', as: preapproved, ...wide },
  {
    name: 'sidebar-closed',
    page: 'faq',
    as: preapproved,
    ...wide,
    act: (portal) => portal.presses('Collapse sidebar'),
  },
  { name: 'sidebar-new-member', page: 'faq', as: newcomer, ...wide },
  { name: 'sidebar-advised', page: 'faq', as: advised, ...wide },
  { name: 'sidebar-student', page: 'faq', as: student, ...wide },
  { name: 'menu-visitor', page: 'login', ...menu },
  { name: 'menu-member', page: 'faq', as: preapproved, ...menu },
  { name: 'menu-student', page: 'faq', as: student, ...menu },
];
