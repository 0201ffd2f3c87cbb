/** Apart from `contract/views.ts`: what every page of a site and of the portal fetches has no schemas. */

/** Minutes after which a view of staff ends, whatever is done in it. */
export const viewMinutes = 30;
/** What the part of an address behind `#` begins with that opens a view: browsers send it to no server. */
export const viewFragment = '#intake-view=';
