import { tabStore } from './storage.ts';

/** Proves at a reset that this tab asked for the code. */

const contextKey = 'intake.reset-context';

interface AskedFor {
  email: string;
  context: string;
}

/** Survives a reload of the tab where storage is allowed; elsewhere the address in the call does its work. */
export const resetContext = {
  keep: (asked: AskedFor): void => tabStore.write(contextKey, JSON.stringify(asked)),
  read: (): AskedFor | null => tabStore.readJson(contextKey),
  forget: (): void => tabStore.remove(contextKey),
};
