import { useCallback, useSyncExternalStore } from 'react';
import type { KnownMember, Membership } from './membership.ts';

/**
 * Who is signed in, for a React component; it draws itself anew after every change.
 *
 * @param membership made once for the page, outside of any component
 * @returns undefined while nobody knows yet, null for a visitor
 */
export function useMember(membership: Membership): KnownMember {
  const listen = useCallback(
    (onChange: () => void) => {
      const { unsubscribe } = membership.onAuthChange(onChange);
      // Nobody has to hear of what fails here: the next call does.
      if (membership.knownMember() === undefined) void membership.getCurrentMember().catch(() => undefined);
      return unsubscribe;
    },
    [membership],
  );
  // On a server nobody is known; the browser finds out.
  return useSyncExternalStore(listen, membership.knownMember, () => undefined);
}
