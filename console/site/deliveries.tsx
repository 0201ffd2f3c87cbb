import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { momentOf, timeAgo } from '../shell/times.ts';
import { CopyText } from './copy-text.tsx';
import { Section } from './section.tsx';
import { deliveriesQuery } from './site-query.ts';
import { useSettings } from './use-settings.tsx';
import { useSiteAct } from './use-site-act.ts';

const states = { '': 'All', waiting: 'Waiting', failed: 'Failed', delivered: 'Delivered' } as const;
type Filter = keyof typeof states;
const tones = { waiting: 'warning', failed: 'error', delivered: 'success' } as const;

/** What was sent to the webhooks, the newest first: to read, to send once more. Which state is shown stands in the address. */
export function Deliveries() {
  const { siteId } = useSettings();
  const [params, setParams] = useSearchParams();
  const state = (params.get('state') ?? '') as Filter;
  const filter = Object.hasOwn(states, state) ? state : '';
  const found = useQuery({ ...deliveriesQuery(siteId, filter), refetchInterval: 10_000 });
  const [opened, setOpened] = useState<string>();
  return (
    <Section title="Deliveries" about="The last fifty messages that are kept.">
      <div role="group" aria-label="State" className="flex flex-wrap gap-2">
        {Object.entries(states).map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            onClick={() => setParams(name === '' ? {} : { state: name }, { preventScrollReset: true })}
            className="min-h-10 cursor-pointer rounded-lg border border-control px-4 aria-pressed:border-brand aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-brand"
          >
            {label}
          </button>
        ))}
      </div>
      {found.isPending && <Skeleton className="h-24" />}
      {found.isError && (
        <Notice tone="error" role="alert">
          {messageOf(found.error)}
        </Notice>
      )}
      {found.data?.length === 0 && <p className="text-muted">Nothing was sent.</p>}
      <ul className="divide-y divide-line">
        {found.data?.map(({ id, event, endpointId, state: fared, createdAt, attempts, nextAttemptAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Badge tone={tones[fared]}>{states[fared]}</Badge>
            <div className="min-w-0 flex-1 basis-[12rem]">
              <button
                type="button"
                onClick={() => setOpened(id)}
                className="cursor-pointer text-left font-semibold wrap-anywhere text-brand underline decoration-1 underline-offset-4"
              >
                {event} to {endpointId}
              </button>
              <p className="text-sm text-muted">
                {timeAgo(createdAt)}, {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
                {attempts.at(-1) && `, last answer ${attempts.at(-1)!.status ?? 'none'}`}
                {nextAttemptAt !== null && `, next ${momentOf(nextAttemptAt)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {opened !== undefined && <DeliveryDialog deliveryId={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function DeliveryDialog({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }) {
  const { siteId } = useSettings();
  const address = { siteId, deliveryId };
  const { data, error } = useQuery({
    queryKey: ['sites', siteId, 'deliveries', 'one', deliveryId],
    queryFn: async () => (await send('GET /console/api/sites/:siteId/deliveries/:deliveryId', undefined, address)).data,
  });
  const { run, isPending } = useSiteAct(siteId);
  const [fault, setFault] = useState<string>();
  async function retry(): Promise<void> {
    setFault(undefined);
    const done = await run(
      () => send('POST /console/api/sites/:siteId/deliveries/:deliveryId/retry', undefined, address),
      'It is sent once more',
      setFault,
    );
    if (done) onClose();
  }
  return (
    <Dialog open title={data?.event ?? 'Delivery'} onClose={onClose}>
      {error && <Notice tone="error">{messageOf(error)}</Notice>}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <div className="flex flex-col gap-4">
          <p className="text-sm wrap-anywhere text-muted">{data.id}</p>
          {data.attempts.length === 0 && <p>It was not tried yet.</p>}
          <ol className="flex flex-col gap-2">
            {data.attempts.map(({ at, status, ms, answer }) => (
              <li key={at} className="border-l-4 border-line pl-3">
                <p>
                  {momentOf(at)}: <strong>{status ?? 'no answer'}</strong>, {ms} ms
                </p>
                <p className="text-sm wrap-anywhere text-muted">{answer}</p>
              </li>
            ))}
          </ol>
          {data.payload === null ? (
            <p>Its content is not kept any more.</p>
          ) : (
            <>
              <CopyText text={JSON.stringify(data.payload, null, 2)} label="Content" isLong />
              {fault !== undefined && (
                <Notice tone="error" role="alert">
                  {fault}
                </Notice>
              )}
              <Button loading={isPending} onClick={() => void retry()}>
                Send it once more
              </Button>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
