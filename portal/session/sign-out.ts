import { forgetAnswers } from './answers.ts';
import { forgetTab, loggedOutMark, writeBrowserKey } from './browser-keys.ts';
import { membership } from './clients.ts';
import { knownMember, refreshMember, setMember } from './member.ts';
import { endViewEvent, tabView } from './tab-view.ts';

/**
 * Ends the session and forgets the member in this browser.
 *
 * @throws RequestError when the service does not confirm it: the member and their drafts stay, so that they can try again
 */
export async function logout(): Promise<void> {
  // In a view of staff the log-out ends that view alone, and no session of the member.
  if (tabView) return void dispatchEvent(new Event(endViewEvent));
  await membership.logout();
  writeBrowserKey('user', loggedOutMark);
  forgetMember();
}

/** Forgets in this browser everything about the member, who has left or whose session is over. */
export function forgetMember(): void {
  forgetAnswers();
  forgetTab();
  setMember(null);
}

/**
 * Catches up with another tab, which logged out or in: nothing of the member before is shown in this one. What was typed
 * stays for the member unless another one has logged in. Never throws.
 */
export async function followOtherTab(): Promise<void> {
  const before = knownMember();
  await refreshMember();
  const after = knownMember();
  if (!before || before.id === after?.id) return;
  forgetAnswers();
  if (after) forgetTab();
  setMember(after ?? null);
}
