import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartLine, Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { addressOf } from '../../client/console.ts';
import { reportNames, reportWords, type ReportName } from '../../contract/console/report-words.ts';
import type { Report, ReportWish } from '../../contract/console/reports.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { zoneWords } from '../figures/figure-words.ts';
import { sendInBackground } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { dayOf } from '../shell/times.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportChoices } from './report-choices.tsx';
import { Definitions, ReportTable } from './report-table.tsx';
import { emptyWords } from './report-text.ts';
import { readReportWish, useReportName, useReportPath } from './use-report-address.ts';

/** A report about enrolment: a chart, its table, and the lists behind each number. */
export function Component() {
  const name = useReportName();
  const mayRead = useMay('see-orders');
  return name && mayRead ? <ReportPage key={name} name={name} /> : <NotFound />;
}

function ReportPage({ name }: { name: ReportName }) {
  const [params] = useSearchParams();
  const wish = readReportWish(name, params);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['reports', name, wish],
    queryFn: async () =>
      (await sendInBackground('GET /console/api/reports/:report', undefined, { report: name, ...wish })).data,
    placeholderData: keepPreviousData,
  });
  const { title, about } = reportWords[name];
  return (
    <Page title={title} about={about}>
      <div className="flex flex-col gap-5">
        <ReportLinks current={name} />
        <ReportChoices {...{ name, wish }} report={data} />
        {error && (
          <Notice tone="error" role="alert" title="The report could not be read">
            <p>{messageOf(error)}</p>
            <Button look="link" onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {!data && !error && <Spinner />}
        {data && (
          <div className={isPlaceholderData ? 'opacity-60' : undefined} aria-busy={isPlaceholderData}>
            <Told report={data} wish={wish} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** The other reports, of the same partner and time. */
function ReportLinks({ current }: { current: ReportName }) {
  const pathOf = useReportPath();
  return (
    <nav aria-label="Reports">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 border-b border-line">
        {reportNames.map((name) => (
          <li key={name}>
            <Link
              to={pathOf(name)}
              aria-current={name === current ? 'page' : undefined}
              className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-3 hover:text-brand aria-[current=page]:border-brand aria-[current=page]:font-semibold aria-[current=page]:text-brand"
            >
              {reportWords[name].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Told({ report, wish }: { report: Report; wish: ReportWish }) {
  if (report.tables.every(({ rows }) => rows.length === 0))
    return (
      <EmptyState icon={ChartLine} title="Nothing to report">
        <p>{emptyWords[report.report]}</p>
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-8">
      <p role="status" className="text-muted">
        {daysText(report)}
      </p>
      <ReportChart report={report} compare={wish.compare} />
      {report.tables.map(({ name, rows }) => (
        <ReportPart key={name} {...{ report, wish, name, rows }} />
      ))}
    </div>
  );
}

function ReportPart({
  report: { report },
  wish,
  name,
  rows,
}: {
  report: Report;
  wish: ReportWish;
  name: string;
  rows: Report['tables'][number]['rows'];
}) {
  const words = reportWords[report].tables.find((table) => table.name === name);
  if (!words) return null;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2>{words.title}</h2>
        <a
          href={addressOf('GET /console/api/reports/:report/tables/:table', { report, table: name, ...wish })}
          download
          aria-label={`Export "${words.title}" as CSV`}
          className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-control px-3 font-semibold hover:border-brand hover:text-brand"
        >
          <Download className="size-4" aria-hidden="true" />
          CSV
        </a>
      </div>
      <Definitions words={words} />
      <div className="mt-2">
        <ReportTable words={words} rows={rows} compare={wish.compare} />
      </div>
    </div>
  );
}

/** Which days a report is of, and by which zone. */
function daysText({ days, compared, zone, cohort, lastCohort }: Report): string {
  if (days) {
    const range = ({ from, until }: { from: string; until: string }) => `${dayOf(from)} to ${dayOf(until)}`;
    const beside = compared ? `, compared with ${range(compared)}` : '';
    const alone = cohort ? ` Seats of ${cohort.name} alone.` : '';
    return `${range(days)}${beside}. Days are those of ${zoneWords(zone)}.${alone}`;
  }
  if (!cohort) return '';
  const last = lastCohort ? ` Beside it ${lastCohort.name}, which started on ${dayOf(lastCohort.startDate)}.` : '';
  const starts = cohort.isCancelled ? 'is cancelled, and was to start' : 'starts';
  return `${cohort.name} ${starts} on ${dayOf(cohort.startDate)}. Days are those of ${zoneWords(zone)}.${last}`;
}
