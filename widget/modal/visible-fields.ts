import type { App } from '../../contract/site.ts';

/** The custom fields that people fill in themselves, in the site's order. */
export const visibleFields = ({ customFields }: App): App['customFields'] =>
  customFields
    .filter(({ hidden, restrictToAdmin }) => !hidden && !restrictToAdmin)
    .toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
