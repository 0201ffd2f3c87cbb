import { read, readPlain } from '../page/dom.ts';
import { onSite } from '../page/redirect.ts';

/** Where a form of the page leads, as it says at the moment it is sent. */
export const formRedirect = (form: Element): string | undefined =>
  onSite(readPlain(form, 'redirect') ?? readPlain(form, 'data-redirect') ?? read(form, 'redirect'));
