import { useCallback, useSyncExternalStore } from 'react';
import type { KnownMember, Membership } from './membership.ts';

/**
 * The signed-in member, for a React component, which renders again after every change.
 *
 * @param membership made once for the page, outside of any component
 * @returns undefined until the first answer, null for a visitor
 */
export function useMember(membership: Membership): KnownMember {
  const listen = useCallback(
    (onChange: () => void) => {
      const { unsubscribe } = membership.onAuthChange(onChange);
      // A failure is ignored: the next call reports it.
      if (membership.knownMember() === undefined) void membership.getCurrentMember().catch(() => undefined);
      return unsubscribe;
    },
    [membership],
  );
  // The server-side snapshot has no member; the browser asks for one.
  return useSyncExternalStore(listen, membership.knownMember, () => undefined);
}
