import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';

/** One request with its thread. */
export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', 'one', requestId],
    queryFn: async () => (await send('GET /console/api/requests/:requestId', undefined, { requestId })).data,
  });

/** The answer of a call that changes a request. */
type Changed = Promise<{ data: ShownRequest }>;

/** Makes a call that changes a request, shows what came of it, and tells what went wrong. */
export function useRequestChange(requestId: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['requests'] });
  return {
    refresh,
    /** Shows the request as a call answered it. */
    show(shown: ShownRequest) {
      queryClient.setQueryData(requestQuery(requestId).queryKey, shown);
      void refresh();
    },
    /** @returns whether it is done */
    async change(work: () => Changed, told: string): Promise<boolean> {
      try {
        const { data } = await work();
        queryClient.setQueryData(requestQuery(requestId).queryKey, data);
        toast({ kind: 'success', title: told });
        void refresh();
        return true;
      } catch (error) {
        const isOld = isRefusal(error, 'changed-meanwhile');
        toast({
          kind: 'error',
          title: isOld
            ? 'Somebody else changed this request. It is shown as it is now; press again.'
            : messageOf(error),
        });
        if (isOld) await refresh();
        return false;
      }
    },
  };
}
