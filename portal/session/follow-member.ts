/** How long what a page that is looked at knows of its member may be old. Milliseconds. */
const everyMs = 30_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Follows what staff change of the member while the page is looked at. As it is seen again after longer, `useMember` asks.
 *
 * @param refresh asks anew, where a screen shows the member
 */
export function followMember(refresh: () => Promise<void>): void {
  timer ??= setInterval(() => {
    if (document.visibilityState === 'visible') void refresh();
  }, everyMs);
}
