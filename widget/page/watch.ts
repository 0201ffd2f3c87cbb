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
    const changed = new Set<Node>(
      records.flatMap(({ type, target, addedNodes }) => (type === 'childList' ? [...addedNodes] : [target])),
    );
    const elements = [...changed].filter((each) => each instanceof Element && each.isConnected) as Element[];
    if (elements.length > 0) onElements(elements);
    lookAtRoute();
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['content', 'member', 'action'].map((name) => `data-ms-${name}`),
  });
  // Nothing of the page's own history is touched: routes show in the address.
  for (const event of ['popstate', 'hashchange']) addEventListener(event, lookAtRoute);
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', lookAtRoute);
}
