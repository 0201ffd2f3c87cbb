/**
 * Value of `data-ms-redirect`, and of `redirect` on a form, that is no address: the page as it stands, with its query.
 * Apart from the lists of attributes, which every page with a form would fetch with it.
 */
export const currentPage = 'current-url';
