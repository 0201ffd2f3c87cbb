/** The tabs that say who is signed in and what the site is: one file, fetched when one of them is first opened. */
export { AppTab } from './app-tab.tsx';
export { MemberTab } from './member-tab.tsx';
