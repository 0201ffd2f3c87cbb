import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConsoleCalls } from '../../contract/console-calls.ts';
import { meQuery } from '../session/me.ts';

/** What the password has begun; it goes with the second factor. */
export type Begun = ConsoleCalls['POST /console/api/sign-in/password']['answer']['data'];

/** Where somebody is on the way in. */
export function useSignIn() {
  const queryClient = useQueryClient();
  const [begun, setBegun] = useState<Begun>();
  const { data: me } = useQuery(meQuery);
  return {
    begun,
    begin: setBegun,
    startAgain: () => setBegun(undefined),
    /** Reads who has signed in; the page goes on by itself then. */
    async finish(): Promise<void> {
      queryClient.clear();
      await queryClient.fetchQuery(meQuery);
    },
    isSignedIn: Boolean(me),
  };
}
