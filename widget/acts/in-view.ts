let observer: IntersectionObserver | undefined;

/**
 * Calls back once the first of all elements that were given is seen. One observer for all: a page that draws its rows
 * anew gives more of them each time.
 *
 * @param elements that may be far below what the window shows
 * @param onSeen the same at each call
 */
export function whenInView(elements: Iterable<Element>, onSeen: () => unknown): void {
  observer ??= new IntersectionObserver((entries, own) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    own.disconnect();
    onSeen();
  });
  for (const element of elements) observer.observe(element);
}
