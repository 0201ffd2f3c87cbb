import { tabStore } from './storage.ts';

const contextKey = 'intake.reset-context';

/**
 * Proves at a reset that this tab asked for the code; it names nobody, and is worth nothing once the code is used. Survives
 * a reload of the tab where storage is allowed; elsewhere the address in the call does its work.
 */
export const resetContext = {
  keep: (context: string): void => tabStore.write(contextKey, context),
  read: (): string | undefined => tabStore.read(contextKey) ?? undefined,
};
