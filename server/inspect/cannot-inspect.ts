/** Not an inspectable page. The message is a clause that follows the page's name. */
export class CannotInspect extends Error {}
