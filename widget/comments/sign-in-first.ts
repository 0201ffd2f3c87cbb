import { signInByDialog } from '../acts/sign-in-by-dialog.ts';
import type { Page } from '../page/page.ts';
import { refuse } from './texts.ts';

/**
 * Lets a visitor log in before something that only members do. They stay on the page, whatever the site's settings say
 * of log-ins: they were about to write here.
 *
 * @throws Error with the sentence to tell, when they do not
 */
export async function signInFirst({ membership, modals }: Pick<Page, 'membership' | 'modals'>): Promise<void> {
  if (membership.getMemberCookie() !== null) return;
  const ended = await signInByDialog(modals, 'login').catch(() => undefined);
  if (!ended || ended.type === 'CLOSED') refuse('login-required', 'comment_login_required');
}
