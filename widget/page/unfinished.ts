import { tabStore, type KeptName } from '../../client/storage.ts';
import { cart, idsIn } from './cart.ts';

/** Holds a sentence about what was done on the page before, until it is told on the next one. */
export const toldKey: KeptName = 'ms_told';
const keys = ['ms_paying', 'ms_invite', toldKey] satisfies KeptName[];

/** Whether an earlier page, or the link that led here, has left something to the part "acts". */
export const hasUnfinished = (): boolean => keys.some((key) => tabStore.read(key) !== null);

/** Keeps the invitation of the link that led here for this tab. At once: the visitor may leave before the service answers. */
export function keepInvitation(): void {
  const invite = idsIn('invite', new URLSearchParams(location.search).get('inviteToken'));
  if (invite[0]) cart.keep('invite', invite);
}
