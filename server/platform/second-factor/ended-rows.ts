import type { EndedRows } from '../ended-rows.ts';
import { endedPending } from './authenticator-codes.store.ts';
import { endedChallenges } from './challenges.store.ts';

/** Challenges that have expired, and secrets of authenticators that were never confirmed. */
export const endedFactors: readonly EndedRows[] = [endedChallenges, endedPending];
