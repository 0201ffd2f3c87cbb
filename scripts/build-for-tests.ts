import { buildProduct } from './lib/build.mjs';

/**
 * Ignores a failed build: an error in a global set-up would keep all tests from running. Those that read the pages build again
 * and fail, and those that start the server ask for the stamp that a failed build takes away.
 */
export const setup = (): Promise<void> => buildProduct().catch(() => undefined);
