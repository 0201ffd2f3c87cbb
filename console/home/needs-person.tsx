import { useQueries, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ListCount } from '../../contract/console/list.ts';
import { join } from '../../ui/join.ts';
import { Link } from '../../ui/link.tsx';
import { sendInBackground } from '../session/client.ts';
import { useMay, useMe } from '../session/me.ts';
import { addressOfCounted, countQuery, countText } from '../shell/count-link.tsx';
import { needsFor } from './needs.ts';

/** A line of what waits. */
interface Line {
  label: string;
  about: string;
  to: string;
  count: ListCount | undefined;
  isError: boolean;
}

/** What needs a person now. Each number is that of the list it leads to; what is done stands below, in one line. */
export function NeedsPerson() {
  const { permissions } = useMe();
  const needs = needsFor(permissions);
  const counts = useQueries({ queries: needs.map(({ counted }) => countQuery(counted)) });
  const lines: Line[] = needs.map(({ label, about, counted }, index) => ({
    label,
    about,
    to: addressOfCounted(counted).replace(/\?$/, ''),
    count: counts[index]!.data,
    isError: counts[index]!.isError,
  }));
  const all = [...lines, ...useFailingWebhooks()];
  const isOpen = ({ count, isError }: Line) => isError || (count?.rows ?? 0) > 0;
  const waiting = all.filter(isOpen);
  const isKnown = all.every(({ count, isError }) => count !== undefined || isError);
  return (
    <section aria-labelledby="needs-person">
      <h2 id="needs-person" className="mb-3">
        Needs a person
      </h2>
      {!isKnown && <p className="text-muted">Counting…</p>}
      {isKnown && waiting.length === 0 && (
        <p className="flex items-center gap-3 rounded-xl border border-line p-4">
          <CircleCheck className="size-6 shrink-0 text-success" aria-hidden="true" />
          <span>
            <span className="block font-semibold">Nothing waits for a person</span>
            <span className="text-muted">What needs one appears here by itself, with a way to its list.</span>
          </span>
        </p>
      )}
      {isKnown && waiting.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
          {waiting.map((line) => (
            <WaitingLine key={line.label} {...line} />
          ))}
        </ul>
      )}
      {isKnown && waiting.length > 0 && <Done lines={all.filter((line) => !isOpen(line))} />}
    </section>
  );
}

function WaitingLine({ label, about, to, count, isError }: Line) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full items-center gap-4 rounded-xl border border-line border-l-4 border-l-warning bg-white px-4 py-3 hover:border-brand hover:text-brand"
      >
        <span className={join('min-w-8 text-center font-semibold tabular-nums', isError ? 'text-sm' : 'text-2xl')}>
          {count && !isError ? countText(count) : 'not read'}
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          <span className="block text-sm text-muted">{about}</span>
        </span>
      </Link>
    </li>
  );
}

/** What is looked after as well, and has nothing: so that a short list is no sign of something that is not counted. */
function Done({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <p className="mt-3 flex items-start gap-2 text-sm text-muted">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
      <span>None: {lines.map(({ label }) => label.toLowerCase()).join(', ')}.</span>
    </p>
  );
}

const askEveryMs = 60_000;

/** A line for each site whose webhooks do not answer; one that says so where all do. */
function useFailingWebhooks(): Line[] {
  const isAsked = useMay('change-sites');
  const { data, isError } = useQuery({
    queryKey: ['failing-webhooks'],
    queryFn: async () => (await sendInBackground('GET /console/api/failing-webhooks')).data,
    refetchInterval: askEveryMs,
    enabled: isAsked,
  });
  if (!isAsked) return [];
  const none: Line = { label: 'Webhooks failing', about: '', to: '/', count: undefined, isError };
  if (!data) return [none];
  if (data.length === 0) return [{ ...none, count: { rows: 0, isExact: true } }];
  return data.map(({ siteId, site, endpoints, switchedOff }) => ({
    label: `Webhooks failing at ${site}`,
    about: switchedOff > 0 ? 'Nothing is sent any more until somebody switches them on' : 'They do not answer',
    to: `/sites/${siteId}/site/webhooks`,
    count: { rows: endpoints, isExact: true },
    isError: false,
  }));
}
