import { buildPages } from './lib/build.mjs';

/** A build that fails is left to the tests that read it, which say why: thrown here it would keep all other tests from running. */
export const setup = (): Promise<void> => buildPages().catch(() => undefined);
