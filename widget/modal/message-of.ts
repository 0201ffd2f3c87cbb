import type { Answer } from '../../client/membership.ts';

/** The sentence that comes with an answer, for the person who asked. */
export const messageOf = (answer: Answer<unknown>): string | undefined => answer._internalUseOnly?.message;
