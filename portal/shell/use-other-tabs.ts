import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { followOtherTab } from '../session/sign-in.ts';

/** When another tab logs out or in, this one shows it at once, and the guard decides again about the page. */
export function useOtherTabs(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      // Without a key everything was cleared.
      if (key === null || key === 'user') void followOtherTab().then(revalidate);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [revalidate]);
}
