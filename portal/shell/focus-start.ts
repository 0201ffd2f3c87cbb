/** Starts the reader at the heading of a page, or at its content while the heading is still to come. */
export function focusStart(content: HTMLElement | null, options?: FocusOptions): void {
  const start = content?.querySelector('h1') ?? content;
  start?.setAttribute('tabindex', '-1');
  start?.focus(options);
}
