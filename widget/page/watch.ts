/** Follows a page that changes: elements that come later, and routes of single-page sites. */

export interface Changes {
  onElements: (roots: Element[]) => void;
  onRoute: () => void;
}

export function watchPage({ onElements, onRoute }: Changes): void {
  let seen = location.href;
  const lookAtRoute = () => {
    if (location.href === seen) return;
    seen = location.href;
    onRoute();
  };
  new MutationObserver((records) => {
    const added = new Set<Element>();
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) added.add(node);
    if (added.size > 0) onElements([...added].filter((each) => each.isConnected));
    lookAtRoute();
  }).observe(document, { childList: true, subtree: true });
  // Nothing of the page's own history is touched: routes show in the address.
  for (const event of ['popstate', 'hashchange']) addEventListener(event, lookAtRoute);
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', lookAtRoute);
}
