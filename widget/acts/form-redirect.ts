import { read, readPlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { onSite } from '../page/redirect.ts';

/** Where a form of the page leads, as it says at the moment it is sent; else where the element says that was pressed. */
export const formRedirect = (form: Element, { redirect }: Page): string | undefined =>
  onSite(readPlain(form, 'redirect') || readPlain(form, 'data-redirect') || read(form, 'redirect')) ?? redirect;
