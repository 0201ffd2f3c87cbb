import type { App } from '../../contract/site.ts';

/** The fields of a site that its members fill in, for its dialogs and for the first look of one. */

export type SiteFieldSettings = App['customFields'][number];

/** The custom fields that people fill in themselves, in the site's order. */
export const visibleFields = ({ customFields }: App): SiteFieldSettings[] =>
  customFields
    .filter(({ hidden, restrictToAdmin }) => !hidden && !restrictToAdmin)
    .toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));

/** Those that a sign-up asks for. */
export const signupFields = (app: App): SiteFieldSettings[] =>
  visibleFields(app).filter(({ askAtSignup }) => askAtSignup);

/** A field's name in a form: a site may call a field of its own "email", too. */
export const fieldName = ({ key }: SiteFieldSettings): string => `field:${key}`;
