import { createConsoleSend } from '../../client/console.ts';

/** Sends a call because the person did something. */
export const send = createConsoleSend();

/** Sends what the page asks by itself: it does not keep the session in use. */
export const sendInBackground = createConsoleSend({ isBackground: true });
