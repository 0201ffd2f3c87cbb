import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { noteOwnChange, versionIn, type RequestAt } from './seen-version.ts';

/** One request with its thread. */
export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', 'one', requestId],
    queryFn: async () => (await send('GET /console/api/requests/:requestId', undefined, { requestId })).data,
  });

/** The answer of a call that changes a request. */
type Changed = Promise<{ data: ShownRequest }>;

/**
 * Makes a call that changes a request, shows what came of it, and tells what went wrong.
 *
 * @param at the version that the call names
 */
export function useRequestChange(at: RequestAt) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['requests'] });
  /** Shows the request as a call answered it. */
  function show(shown: ShownRequest): void {
    noteOwnChange(at, shown.version);
    queryClient.setQueryData(requestQuery(at.id).queryKey, shown);
    void refresh();
  }
  return {
    refresh,
    show,
    /**
     * @param takeOver is given the version to go on from where somebody else was first
     * @returns whether it is done
     */
    async change(work: () => Changed, told: string, takeOver?: (version: number) => void): Promise<boolean> {
      try {
        const { data } = await work();
        toast({ kind: 'success', title: told });
        show(data);
        return true;
      } catch (error) {
        const isOld = isRefusal(error, 'changed-meanwhile');
        toast({
          kind: 'error',
          title: isOld
            ? 'Somebody else changed this request. It is shown as it is now; press again.'
            : messageOf(error),
        });
        if (isOld) {
          takeOver?.(versionIn(error));
          await refresh();
        }
        return false;
      }
    },
  };
}
