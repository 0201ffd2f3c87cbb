import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Figures } from '../../contract/console/figures.ts';
import { sendInBackground } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { DaysTable } from './days-table.tsx';
import { EnrolmentToday } from './enrolment-today.tsx';
import { FigureChoices } from '../figures/figure-choices.tsx';
import { FunnelTable } from './funnel-table.tsx';
import { SeatsTable } from './seats-table.tsx';
import { BarsChart, Chart, LinesChart } from '../figures/chart.tsx';
import { seriesOf } from '../figures/series.ts';
import { sharesOf, shortDay, totalsOf } from '../figures/figure-words.ts';
import { dayOf } from '../shell/times.ts';
import { useFiguresAddress, wishOf } from '../figures/use-figures-address.ts';

const daysSeries = [seriesOf('registered', 'New members', 'other'), seriesOf('enrolled', 'Enrolments', 'main')];

const askEveryMs = 60_000;

/** How enrolment goes: today beside last week, the way to payment, the seats. */
export function Enrolment() {
  const { address } = useFiguresAddress();
  const wish = wishOf(address);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['figures', wish],
    queryFn: async () => (await sendInBackground('GET /console/api/figures', undefined, { ...wish })).data,
    refetchInterval: askEveryMs,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="enrolment-today">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <h2 id="enrolment-today">Enrolment today</h2>
          <FigureChoices only="partner" />
        </div>
        {error && (
          <Notice tone="error" role="alert" title="The figures could not be read">
            <p>{messageOf(error)}</p>
            <Button look="link" onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {!data && !error && <Spinner />}
        {data && <EnrolmentToday figures={data} />}
      </section>
      {data && (
        <div className={isPlaceholderData ? 'opacity-60' : undefined}>
          <OverTime figures={data} />
        </div>
      )}
      {data && data.cohorts.length > 0 && <Seats figures={data} />}
    </div>
  );
}

function OverTime({ figures }: { figures: Figures }) {
  const { search } = useLocation();
  const totals = sharesOf(totalsOf(figures.funnel));
  return (
    <section aria-labelledby="way-to-payment">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="way-to-payment">From account to payment</h2>
        <FigureChoices only="time" />
      </div>
      <p className="mt-1 text-muted">
        Of those who registered in this time: how many have come how far by now. Each number leads to its members.{' '}
        <TextLink to={`/reports/funnel${search}`}>More about it in reports</TextLink>
      </p>
      <div className="mt-4 grid gap-x-10 gap-y-8 xl:grid-cols-2">
        <Chart label={`Way to payment: ${totals.map(({ label, words }) => `${label} ${words}`).join(', ')}`}>
          <BarsChart bars={totals} />
        </Chart>
        <FunnelTable figures={figures} />
      </div>
      <h3 className="mt-8 mb-1 font-semibold">Day by day</h3>
      <Chart label="New members and enrolments by day; the table below has the same figures" series={daysSeries}>
        <LinesChart
          points={figures.days.map(({ day, ...counts }) => ({ at: day, ...counts }))}
          series={daysSeries}
          atText={shortDay}
          atTitle={dayOf}
        />
      </Chart>
      <details className="mt-2">
        <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
          The same as a table
        </summary>
        <DaysTable figures={figures} />
      </details>
    </section>
  );
}

function Seats({ figures }: { figures: Figures }) {
  return (
    <section aria-labelledby="seats">
      <h2 id="seats">Seats of coming cohorts</h2>
      <p className="mt-1 text-muted">
        Those that begin next. A seat is held while somebody pays for it. Sold here: to students of the partners shown.
      </p>
      <div className="mt-3 max-w-[64rem]">
        <SeatsTable figures={figures} />
      </div>
    </section>
  );
}
