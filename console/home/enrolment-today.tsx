import type { ReactNode } from 'react';
import type { Figures, FigureSpan } from '../../contract/console/figures.ts';
import { listsOfSpan } from '../../contract/console/figure-lists.ts';
import { FigureLink } from '../figures/figure-link.tsx';
import { FigureRow, FigureTable } from '../figures/figure-table.tsx';
import { moneyText, numberText, zoneWords } from '../figures/figure-words.ts';

/** Today beside the same weekday of last week, up to this time of day and as a whole. */
export function EnrolmentToday({ figures }: { figures: Figures }) {
  const { zone, today, lastWeekByNow, lastWeek } = figures;
  const weekday = inZone(today.from, zone, { weekday: 'long' });
  const lastWeekday = (
    <>
      Last <span className="max-sm:hidden">{weekday}</span>
      <span className="sm:hidden">{inZone(today.from, zone, { weekday: 'short' })}</span>
    </>
  );
  const time = inZone(today.until, zone, { hour: '2-digit', minute: '2-digit' });
  const spans: [FigureSpan, string][] = [
    [today, 'today'],
    [lastWeekByNow, `last ${weekday} by ${time}`],
    [lastWeek, `all of last ${weekday}`],
  ];
  const row = (label: string, name: keyof ReturnType<typeof listsOfSpan>, textOf: (span: FigureSpan) => string) => (
    <FigureRow
      label={label}
      cells={spans.map(([span, when]) => (
        <FigureLink key={when} to={listsOfSpan(figures, span)[name]} words={`${label}, ${when}`}>
          {textOf(span)}
        </FigureLink>
      ))}
    />
  );
  return (
    <>
      <p className="mt-1 text-muted">Days are those of {zoneWords(zone)}. Each number leads to its list.</p>
      <div className="mt-3 max-w-[52rem]">
        <FigureTable
          label="Enrolment today beside last week"
          head={[
            <span key="what" className="sr-only">
              What
            </span>,
            <Head key="today" title="Today" about={`until ${time}`} />,
            <Head key="then" title={lastWeekday} about={`until ${time}`} />,
            <Head key="whole" title={lastWeekday} about="the whole day" />,
          ]}
        >
          {row('New members', 'registered', ({ registered }) => numberText(registered))}
          {row('Enrolments', 'enrolled', ({ enrolled }) => numberText(enrolled))}
          {row('Money in', 'moneyIn', ({ moneyIn }) => moneyText(moneyIn))}
          {row('Money back', 'moneyBack', ({ moneyBack }) => moneyText(moneyBack))}
        </FigureTable>
      </div>
    </>
  );
}

const Head = ({ title, about }: { title: ReactNode; about: string }) => (
  <>
    {title}
    <span className="block font-normal">{about}</span>
  </>
);

const inZone = (moment: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone }).format(new Date(moment));
