import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ConsoleCalls } from '../../contract/console-calls.ts';
import { wantedPath } from '../session/guard.ts';
import { meQuery } from '../session/me.ts';

/** What the password has begun; it goes with the second factor. */
export type Begun = ConsoleCalls['POST /console/api/sign-in/password']['answer']['data'];

/** Where somebody is on the way in. */
export function useSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [begun, setBegun] = useState<Begun>();
  return {
    begun,
    begin: setBegun,
    startAgain: () => setBegun(undefined),
    /** Reads who has signed in, and goes on to where they were on their way to. */
    async finish(): Promise<void> {
      queryClient.clear();
      await queryClient.fetchQuery(meQuery);
      await navigate(wantedPath(search), { replace: true });
    },
  };
}
