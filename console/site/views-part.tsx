import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { countedDays } from '../../contract/console/site-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { Section } from './section.tsx';
import { countsQuery } from './site-query.ts';
import { useSettings } from './use-settings.tsx';

const dayMs = 24 * 60 * 60 * 1_000;
const kinds = { path: 'Pages', event: 'Events', browser: 'Browsers', os: 'Systems', screen: 'Screens' } as const;

/** How often the site's pages are opened: days as bars and as a table, and what was seen most. */
export function ViewsPart() {
  const { siteId } = useSettings();
  const [params, setParams] = useSearchParams();
  const span = countedDays.find((each) => each === params.get('days')) ?? '14';
  const days = Number(span);
  const counts = useQuery(countsQuery(siteId, span));
  const views = counts.data?.filter(({ kind }) => kind === 'view') ?? [];
  const perDay = daysBack(days).map((day) => ({ day, count: views.find((each) => each.day === day)?.count ?? 0 }));
  const total = perDay.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Section
        title={`${total.toLocaleString()} page views`}
        about={`In the last ${days} days, in UTC. Numbers are all that is kept; paths and events seen less than ten times a day are counted together.`}
      >
        <div role="group" aria-label="Days" className="flex flex-wrap gap-2">
          {countedDays.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={span === each}
              onClick={() => setParams({ days: each }, { preventScrollReset: true })}
              className="min-h-10 cursor-pointer rounded-lg border border-control px-4 aria-pressed:border-brand aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-brand"
            >
              {each} days
            </button>
          ))}
        </div>
        {counts.isPending && <Skeleton className="h-40" />}
        {counts.isError && (
          <Notice tone="error" role="alert">
            {messageOf(counts.error)}
          </Notice>
        )}
        {counts.data && total > 0 && <Bars perDay={perDay} />}
        {counts.data && total === 0 && (
          <EmptyState icon={ChartColumn} title="No page was viewed">
            <p>
              Pages with an existing client tell of views by themselves. Any other page does it by a call,{' '}
              <code>POST /page-view</code>, which the API reference describes.
            </p>
          </EmptyState>
        )}
      </Section>
      {counts.data &&
        Object.entries(kinds).map(([kind, title]) => {
          const most = sumByValue(counts.data.filter((each) => each.kind === kind));
          return most.length === 0 ? null : (
            <Section key={kind} title={title}>
              <Counts label={title} rows={most} />
            </Section>
          );
        })}
    </>
  );
}

const daysBack = (days: number) =>
  Array.from({ length: days }, (_, at) => new Date(Date.now() - (days - 1 - at) * dayMs).toISOString().slice(0, 10));

const mostRows = 10;
const sumByValue = (counts: readonly { value: string; count: number }[]) => {
  const sums = new Map<string, number>();
  for (const { value, count } of counts) sums.set(value, (sums.get(value) ?? 0) + count);
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostRows)
    .map(([value, count]) => ({ value, count }));
};

function Bars({ perDay }: { perDay: readonly { day: string; count: number }[] }) {
  const most = Math.max(1, ...perDay.map(({ count }) => count));
  return (
    <>
      <svg
        viewBox={`0 0 ${perDay.length * 20} 100`}
        preserveAspectRatio="none"
        className="h-40 w-full"
        aria-hidden="true"
      >
        {perDay.map(({ day, count }, at) => (
          <rect
            key={day}
            x={at * 20 + 2}
            y={100 - (count / most) * 98}
            width={16}
            height={(count / most) * 98}
            className="fill-brand"
          />
        ))}
      </svg>
      <details>
        <summary className="cursor-pointer font-semibold text-brand">The same as a table</summary>
        <Counts label="Days" rows={perDay.map(({ day, count }) => ({ value: day, count }))} />
      </details>
    </>
  );
}

function Counts({ label, rows }: { label: string; rows: readonly { value: string; count: number }[] }) {
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">Times</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ value, count }) => (
          <tr key={value}>
            <td className="py-1.5 wrap-anywhere">{value}</td>
            <td className="py-1.5 text-right tabular-nums">{count.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
