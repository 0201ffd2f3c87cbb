/** Follows a page that changes: elements that come later, and routes of single-page sites. */

export interface Changes {
  onElements: (roots: Element[]) => void;
  onRoute: () => void;
}

/** @returns asks whether the address has changed: for each change of the page, since some browsers tell no other way */
export function watchRoute(onRoute: () => void): () => void {
  let seen = location.href;
  const lookAtRoute = () => {
    if (location.href === seen) return;
    seen = location.href;
    onRoute();
  };
  // Nothing of the page's own history is touched: routes show in the address.
  for (const event of ['popstate', 'hashchange']) addEventListener(event, lookAtRoute);
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', lookAtRoute);
  return lookAtRoute;
}

export function watchPage({ onElements, onRoute }: Changes): void {
  const lookAtRoute = watchRoute(onRoute);
  new MutationObserver((records) => {
    const changed = new Set<Node>(
      records.flatMap(({ type, target, addedNodes }) => (type === 'childList' ? [...addedNodes] : [target])),
    );
    const elements = [...changed].filter((each) => each instanceof Element && each.isConnected) as Element[];
    if (elements.length > 0) onElements(elements);
    lookAtRoute();
  }).observe(document, {
    childList: true,
    subtree: true,
    // The last two are our own: a refresh that morphs the page takes them away with what was shown.
    attributeFilter: ['content', 'member', 'action', 'secure-html', 'secure-link', 'secure-filled', 'written'].map(
      (name) => `data-ms-${name}`,
    ),
  });
}
