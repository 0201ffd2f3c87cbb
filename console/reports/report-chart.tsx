import type { Comparison, Report, ReportRow } from '../../contract/console/reports.ts';
import { BarsChart, Chart, LinesChart } from '../figures/chart.tsx';
import { seriesOf } from '../figures/series.ts';
import { durationText, funnelSteps, moneyText, numberText, shareText, shortDay } from '../figures/figure-words.ts';
import { beforeWords, comparisonWords, headText } from './report-text.ts';

interface ChartProps {
  report: Report;
  compare: Comparison | undefined;
}

/** What a report says, drawn. The table below has the same numbers. */
export function ReportChart({ report, compare }: ChartProps) {
  const [{ rows } = { rows: [] }] = report.tables;
  if (report.report === 'money') return <MoneyCharts rows={rows} compare={compare} />;
  if (report.report === 'seats') return <SeatsChart report={report} rows={rows} />;
  if (report.report === 'funnel') return <FunnelChart rows={rows} compare={compare} />;
  return report.report === 'leads' ? <LeadsChart rows={rows} /> : <AnswersChart rows={rows} />;
}

/** The row of all together, else the only one. */
const sumOf = (rows: readonly ReportRow[]) => rows.find(({ heads }) => heads.includes('all')) ?? rows.at(-1);
const isPart = ({ heads }: ReportRow) => !heads.includes('all');
const most = 12;
/** Pixels for a partner with a course or a kind of request. */
const labelWidth = 176;

function FunnelChart({ rows, compare }: { rows: readonly ReportRow[]; compare: Comparison | undefined }) {
  const sum = sumOf(rows);
  if (!sum) return null;
  const [, registered = 0] = sum.cells.map(({ value }) => value ?? 0);
  const bars = funnelSteps.map(({ step, label }, at) => {
    const count = sum.cells[at + 1]?.value ?? 0;
    const before = compare && (sum.compared[at + 1]?.value ?? undefined);
    const parts = [numberText(count), step === 'registered' ? '' : shareText(count, registered)];
    return {
      label,
      count,
      words: parts.filter(Boolean).join(' · '),
      ...(before !== undefined && { before }),
    };
  });
  const told = bars.map(({ label, words, before }) =>
    before === undefined || !compare
      ? `${label} ${words}`
      : `${label} ${words}, ${beforeWords[compare]} ${numberText(before)}`,
  );
  const series = compare && [
    seriesOf('count', 'This time', 'main'),
    seriesOf('before', comparisonWords[compare], 'before'),
  ];
  return (
    <Chart label={`Way to payment: ${told.join('; ')}`} {...(series && { series })}>
      <BarsChart bars={bars} />
    </Chart>
  );
}

/** A chart for each currency: amounts in different ones stand on no common axis. */
function MoneyCharts({ rows, compare }: { rows: readonly ReportRow[]; compare: Comparison | undefined }) {
  const parts = rows.filter(isPart);
  const currencies = [...new Set(parts.map(({ heads }) => heads[2]!))];
  return (
    <div className={currencies.length > 1 ? 'grid gap-8 xl:grid-cols-2' : undefined}>
      {currencies.map((currency) => (
        <MoneyChart
          key={currency}
          currency={currency}
          rows={parts.filter(({ heads }) => heads[2] === currency)}
          {...{ compare }}
        />
      ))}
    </div>
  );
}

const moneyColumns = { in: 1, back: 3 } as const;

function MoneyChart({
  currency,
  rows,
  compare,
}: {
  currency: string;
  rows: readonly ReportRow[];
  compare: Comparison | undefined;
}) {
  const weeks = [...new Set(rows.map(({ heads }) => heads[0]!))];
  const sum = (week: string, cells: 'cells' | 'compared', at: number) =>
    rows.reduce((total, row) => total + (row.heads[0] === week ? (row[cells][at]?.value ?? 0) : 0), 0);
  const points = weeks.map((week) => ({
    at: week,
    in: sum(week, 'cells', moneyColumns.in),
    back: sum(week, 'cells', moneyColumns.back),
    inBefore: sum(week, 'compared', moneyColumns.in),
    backBefore: sum(week, 'compared', moneyColumns.back),
  }));
  const series = [
    seriesOf('in', `${currency} in`, 'main'),
    seriesOf('back', `${currency} back`, 'other'),
    ...(compare
      ? [
          seriesOf('inBefore', `${currency} in, ${beforeWords[compare]}`, 'mainBefore'),
          seriesOf('backBefore', `${currency} back, ${beforeWords[compare]}`, 'otherBefore'),
        ]
      : []),
  ];
  return (
    <Chart label={`Money in and back by week in ${currency}; the table below has the same numbers`} series={series}>
      <LinesChart
        {...{ points, series }}
        atText={(week) => shortDay(week.split('/', 1)[0]!)}
        atTitle={(week) => headText('week', week)}
        valueText={(cents) => moneyText([{ currency, cents: Math.round(cents / 100) * 100 }])}
      />
    </Chart>
  );
}

function SeatsChart({ report: { cohort, lastCohort }, rows }: { report: Report; rows: readonly ReportRow[] }) {
  const series = [
    seriesOf('sold', cohort?.name ?? 'This cohort', 'main'),
    ...(lastCohort ? [seriesOf('before', `${lastCohort.name}, the last intake`, 'other')] : []),
  ];
  const points = rows.map(({ heads, cells }) => ({
    at: heads[0]!,
    sold: cells[0]?.value ?? null,
    before: cells[1]?.value ?? null,
  }));
  return (
    <Chart label="Seats sold by days before the start; the table below has the same numbers" series={series}>
      <LinesChart {...{ points, series }} atText={(days) => days} atTitle={(days) => `${days} days before the start`} />
    </Chart>
  );
}

function LeadsChart({ rows }: { rows: readonly ReportRow[] }) {
  const bars = rows
    .filter(isPart)
    .map(({ heads, cells }) => ({
      label: `${headText('partner', heads[0]!)} · ${headText('course', heads[1]!)}`,
      count: cells[0]?.value ?? 0,
      words: `${numberText(cells[0]?.value ?? 0)}, ${numberText(cells[4]?.value ?? 0)} paid`,
    }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most);
  return (
    <Chart label={`Leads: ${bars.map(({ label, words }) => `${label} ${words}`).join('; ')}`}>
      <BarsChart bars={bars} labelWidth={labelWidth} />
    </Chart>
  );
}

const medianAt = 4;

function AnswersChart({ rows }: { rows: readonly ReportRow[] }) {
  const bars = rows
    .filter((row) => isPart(row) && row.cells[medianAt]?.value !== null)
    .map(({ heads, cells }) => ({
      label: `${headText('partner', heads[0]!)} · ${headText('kind', heads[1]!)}`,
      count: cells[medianAt]?.value ?? 0,
      words: durationText(cells[medianAt]?.value ?? 0),
    }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most);
  if (bars.length === 0) return null;
  return (
    <Chart label={`Median time to answer: ${bars.map(({ label, words }) => `${label} ${words}`).join('; ')}`}>
      <BarsChart bars={bars} labelWidth={labelWidth} />
    </Chart>
  );
}
