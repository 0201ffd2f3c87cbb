import { readTabKey } from './tab-keys.ts';

/** The draft that tells who has asked for an outline in this tab, by the form and with a password: `email`, `course`. */
export const askedOutline = 'outline';

/**
 * Whether the outlines are open to this tab. That the address had an account before makes no difference: the form must
 * not tell, and outlines are no secret.
 */
export const hasAskedOutline = (): boolean => readTabKey(`draft.${askedOutline}`) !== null;
