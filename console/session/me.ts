import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { RequestError } from '../../client/request.ts';
import type { Me } from '../../contract/console/staff-schemas.ts';
import type { Permission } from '../../contract/permissions.ts';
import { send, sendInBackground } from './client.ts';

/** Milliseconds between two looks at whether the session goes on. */
const lookEveryMs = 60_000;

/** The signed-in person; null without a session. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return (await send('GET /console/api/me')).data;
    } catch (error) {
      if (error instanceof RequestError && error.code === 'login-required') return null;
      throw error;
    }
  },
  staleTime: lookEveryMs,
});

/**
 * The signed-in person, for all that the frame draws. Not read from the cache there: that knows that the session has ended
 * before the frame is drawn anew, and a part drawn in between would fail.
 */
export const MeContext = createContext<Me | undefined>(undefined);

/** The signed-in person, below the frame, which is only drawn with one. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('The frame provides the person who is signed in.');
  return me;
}

/** Whether the signed-in person has a permission. It hides what the server would refuse, and decides nothing. */
export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission);

/** Keeps looking at the session while the page is open, without using it. */
export function useWatchedSession(): Me['session'] | null | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ['me', 'watched'],
    queryFn: async () => {
      try {
        const { data: me } = await sendInBackground('GET /console/api/me');
        queryClient.setQueryData(meQuery.queryKey, me);
        return me.session;
      } catch (error) {
        if (error instanceof RequestError && error.code === 'login-required') return null;
        throw error;
      }
    },
    refetchInterval: lookEveryMs,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  return data;
}
