import { useSyncExternalStore } from 'react';
import type { KnownMember, Membership } from './membership.ts';

/**
 * Who is signed in, for a React component; it draws itself anew after every change.
 *
 * @param membership made once for the page, outside of any component
 * @returns undefined while nobody knows yet, null for a visitor
 */
export function useMember(membership: Membership): KnownMember {
  return useSyncExternalStore(
    (onChange) => {
      const { unsubscribe } = membership.onAuthChange(onChange);
      if (membership.knownMember() === undefined) void membership.getCurrentMember().catch(() => undefined);
      return unsubscribe;
    },
    membership.knownMember,
    () => undefined,
  );
}
