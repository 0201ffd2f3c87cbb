import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from '../../client/request.ts';
import { meQuery } from './me.ts';

/** Refusals stay refused; what did not arrive, or met a busy service, is asked for twice more. */
const isWorthRetrying = (failures: number, error: unknown) =>
  failures < 2 && error instanceof RequestError && (error.status === 0 || error.status >= 502);

/**
 * Any call may be the one that learns that the session has ended. The session itself is asked for first: a question that
 * was under way while a fresh proof gave the session its new cookie is refused too.
 */
function noteEndedSession(error: unknown): void {
  if (error instanceof RequestError && error.code === 'login-required')
    queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
}

/** What the console knows of the server. Lists and things are asked for again when the window is looked at again. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndedSession }),
  mutationCache: new MutationCache({ onError: noteEndedSession }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 15_000, gcTime: 5 * 60_000 },
    mutations: { retry: false },
  },
});
