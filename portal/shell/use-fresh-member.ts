import { useEffect } from 'react';
import { knownMember, refreshMember } from '../session/member.ts';

/** How long what a page that is looked at knows of its member may be old. Milliseconds. */
const everyMs = 30_000;

/** Follows what staff change of the member while the page is looked at. As it is seen again, `useMember` asks. */
export function useFreshMember(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && knownMember()) void refreshMember();
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, []);
}
