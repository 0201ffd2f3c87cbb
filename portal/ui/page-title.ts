import { useEffect } from 'react';

/** Names the tab while the page is shown; the pages without a name of their own go by the partner's. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
