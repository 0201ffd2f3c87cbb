import { tabStore } from '../../client/storage.ts';

/** What was done on a page that has led on to this one; it is said here. */
export const toldKey = 'ms_told';

/** Whether there is something to say. */
export const hasToTell = (): boolean => tabStore.read(toldKey) !== null;
