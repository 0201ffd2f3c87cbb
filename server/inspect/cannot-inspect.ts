/** Thrown for what is no page that could be inspected; its message ends a sentence that begins with the page's name. */
export class CannotInspect extends Error {}
