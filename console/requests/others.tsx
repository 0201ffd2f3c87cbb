import { useState } from 'react';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { dateOf } from '../shell/times.ts';
import { requestQuery, useRequestChange } from './request-query.ts';
import { requestWords } from './request-words.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Other open requests of the same person, to be merged into the one that is open. */
export function Others({ request }: { request: ShownRequest }) {
  const { id: into, others } = request;
  const queryClient = useQueryClient();
  const { refresh, show } = useRequestChange(request);
  const [busy, setBusy] = useState<string>();
  if (others.length === 0 || request.mergedInto) return null;
  const merge = async (requestId: string) => {
    setBusy(requestId);
    try {
      const { version } = await queryClient.fetchQuery({ ...requestQuery(requestId), staleTime: 0 });
      await send('POST /console/api/requests/:requestId/merge', { into, version }, { requestId });
      toast({ kind: 'success', title: 'Merged: its thread is here now' });
      // The answer was about the other one. This one has changed by it too: by an act of this page.
      await send('GET /console/api/requests/:requestId', undefined, { requestId: into }).then(
        ({ data }) => show(data),
        refresh,
      );
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
      await refresh();
    }
    setBusy(undefined);
  };
  return (
    <section aria-labelledby="others" className="rounded-xl border border-line p-4">
      <h2 id="others" className="text-base">
        Also open, of the same person
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {others.map(({ id, reference, kind, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span>
              <TextLink to={`/requests/${id}`}>{reference}</TextLink>{' '}
              <span className="text-sm text-muted">
                {requestWords[kind]}, {dateOf(createdAt)}
              </span>
            </span>
            {kind === 'consultation' && request.kind !== kind ? (
              <span className="text-sm text-muted">Open it to merge this one into it</span>
            ) : (
              <Button look="link" loading={busy === id} onClick={() => void merge(id)}>
                Merge into this one<span className="sr-only">: {reference}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
