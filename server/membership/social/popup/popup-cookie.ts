import { readCookie, type CookieName, type Cookies, type OwnCookie } from '../../../platform/http/cookies.ts';

/** The cookie that binds a popup to its browser (login CSRF). One for each state, so that two popups do not overwrite it. */
const nameOf = (state: string): CookieName => {
  const plain = `intake-popup-${state.slice(0, 12)}`;
  return { secure: `__Host-${plain}`, plain };
};

const seconds = 600;

/** The browser's secret for a state, among the cookies of a request. */
export const readPopupCookie = (appUrl: string, state: string, cookies: Cookies): string | undefined =>
  readCookie(appUrl, nameOf(state), cookies);

/** The cookie that keeps a browser's secret; without a secret it removes the cookie. */
export const popupCookie = (state: string, browserSecret: string | undefined): OwnCookie => ({
  name: nameOf(state),
  value: browserSecret,
  seconds,
});
