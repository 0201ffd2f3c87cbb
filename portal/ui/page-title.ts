import { useEffect, useLayoutEffect } from 'react';

let noted = '';

/** What a page has called itself while the build rendered it; empty when it goes by the partner's name. */
export function takeRenderedTitle(): string {
  const title = noted;
  noted = '';
  return title;
}

function note(title: string): void {
  noted = title;
}

/** Names the tab while the page is shown; the pages without a name of their own go by the partner's. */
export function usePageTitle(title: string): void {
  if (import.meta.env.SSR) note(title);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** Names the tab by the partner, before any page inside gives it a name of its own. */
export function usePartnerTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
