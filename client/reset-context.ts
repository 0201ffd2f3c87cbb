import { tabStore } from './storage.ts';

const contextKey = 'intake.reset-context';

/**
 * The random value the service bound a reset code to: at the reset it proves that this tab requested the code. It holds no
 * address and is void once the code is used. It survives a reload where storage is allowed; elsewhere the reset needs the address.
 */
export const resetContext = {
  keep: (context: string): void => tabStore.write(contextKey, context),
  read: (): string | undefined => tabStore.read(contextKey) ?? undefined,
};
