import { all, having, read, readPlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { onSite } from '../page/redirect.ts';

/**
 * Where a form of the page leads, as it says at the moment it is sent; else where the button in it says that was pressed.
 * What was pressed elsewhere on the page before is for a sign-in alone.
 */
export function formRedirect(form: Element, { redirect }: Page): string | undefined {
  const own = onSite(readPlain(form, 'redirect') || readPlain(form, 'data-redirect') || read(form, 'redirect'));
  const isPressedIn = all(form, having('redirect')).some((button) => onSite(read(button, 'redirect')) === redirect);
  return own ?? (isPressedIn ? redirect : undefined);
}
