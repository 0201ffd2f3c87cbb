import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { consultationsShown, type BookedConsultation } from '../../contract/console/requests-schemas.ts';
import { cityOf } from '../../shared/format.ts';
import { consultationTopics, type ConsultationTopic } from '../../shared/request-choices.ts';
import { dayIn } from '../../shared/zoned-time.ts';
import { Button } from '../../ui/button.tsx';
import { join } from '../../ui/join.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { ReadFault } from '../shell/read-fault.tsx';
import { ownZone } from '../shell/times.ts';
import { addDays, byDay, daysFrom, readCalendarAddress, viewDays, type CalendarAddress } from './calendar-days.ts';
import { RequestLinks } from './request-links.tsx';
import { clockIn } from './zones.ts';

/** Consultations by day: those with a time, and those that wait for one. */
export function Component() {
  return useMay('answer-requests') ? <CalendarPage /> : <NotFound />;
}

function CalendarPage() {
  const zone = ownZone();
  const [today] = useState(() => dayIn(zone, new Date()));
  const [params, setParams] = useSearchParams();
  const address = readCalendarAddress(params, today);
  const partners = usePartnerChoices();
  const change = (changed: Partial<CalendarAddress>) => {
    const next = Object.entries({ ...address, ...changed }).filter((entry): entry is [string, string] => !!entry[1]);
    setParams(new URLSearchParams(next), { replace: true, preventScrollReset: true });
  };
  const days = daysFrom(address.from, viewDays[address.view]);
  return (
    <Page
      title="Consultations"
      within={{ label: 'Requests', to: '/requests' }}
      about={`In your time, ${cityOf(zone)}, with the student’s beside it. A dashed one was asked for and has no time yet.`}
      action={<RequestLinks current="calendar" />}
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Button look="outline" onClick={() => change({ from: addDays(address.from, -days.length) })}>
          Earlier
        </Button>
        <Button look="outline" onClick={() => change({ from: today })}>
          Today
        </Button>
        <Button look="outline" onClick={() => change({ from: addDays(address.from, days.length) })}>
          Later
        </Button>
        <SelectField
          label="Shown as"
          name="view"
          value={address.view}
          onChange={({ target: { value } }) => change({ view: value === 'list' ? 'list' : 'week' })}
          options={[
            { value: 'week', label: 'Week' },
            { value: 'list', label: 'List of four weeks' },
          ]}
        />
        {partners.length > 1 && (
          <SelectField
            label="Partner"
            name="partner"
            value={address.partner ?? ''}
            onChange={({ target: { value } }) => change({ partner: value || undefined })}
            options={[{ value: '', label: 'All' }, ...partners]}
          />
        )}
      </div>
      <Consultations address={address} days={days} zone={zone} today={today} />
    </Page>
  );
}

interface DaysProps {
  address: CalendarAddress;
  days: readonly string[];
  /** Of the reader. */
  zone: string;
  today: string;
}

function Consultations({ address: { view, partner }, days, zone, today }: DaysProps) {
  // A day here touches the one before and after elsewhere.
  const span = { from: addDays(days[0]!, -1), until: addDays(days.at(-1)!, 1), ...(partner && { partner }) };
  const asked = useQuery({
    queryKey: ['requests', 'calendar', span],
    queryFn: () => send('GET /console/api/consultations', undefined, span),
  });
  const fault = asked.isError && <ReadFault named="The consultations" error={asked.error} onAgain={asked.refetch} />;
  if (!asked.data) return fault || <Skeleton className="h-60" />;
  return (
    <div className="flex flex-col gap-4">
      {fault}
      {asked.data.hasMore && (
        <Notice tone="warning" title={`More than ${consultationsShown} consultations on these days`}>
          <p>The first ones are shown. Choose a week, or one partner, to see the others.</p>
        </Notice>
      )}
      <Days found={byDay(asked.data.data, zone)} {...{ view, days, zone, today }} />
    </div>
  );
}

interface FoundDaysProps extends Omit<DaysProps, 'address'> {
  view: CalendarAddress['view'];
  found: ReadonlyMap<string, readonly BookedConsultation[]>;
}

function Days({ found, view, days, zone, today }: FoundDaysProps) {
  const shown = view === 'week' ? days : days.filter((day) => found.has(day));
  if (!days.some((day) => found.has(day)))
    return (
      <EmptyState icon={CalendarDays} title="No consultations on these days">
        <p>
          What students ask for under Career consultation stands here on its day, and moves to its time once you confirm
          one.
        </p>
      </EmptyState>
    );
  return (
    <ol className={join('grid gap-3', view === 'week' && 'lg:grid-cols-7')}>
      {shown.map((day) => (
        <li key={day} className={join('min-w-0 rounded-xl border p-3', day === today ? 'border-brand' : 'border-line')}>
          <h2 className="text-sm">
            {dayText(day)}
            {day === today && <span className="font-normal text-muted">, today</span>}
          </h2>
          <ul className="mt-2 flex flex-col gap-2">
            {(found.get(day) ?? []).map((one) => (
              <Booked key={one.id} one={one} zone={zone} />
            ))}
          </ul>
          {!found.has(day) && <p className="text-sm text-muted">None</p>}
        </li>
      ))}
    </ol>
  );
}

function Booked({ one, zone }: { one: BookedConsultation; zone: string }) {
  const { id, name, startsAt, endsAt, timeZone, isConfirmed, topic, partner, assigned } = one;
  const hours = (at: string) => `${clockIn(startsAt, at)} – ${clockIn(endsAt, at)}`;
  return (
    <li
      className={join(
        'rounded-lg border p-2 text-sm',
        isConfirmed ? 'border-brand bg-tint' : 'border-dashed border-control',
      )}
    >
      <p className="font-semibold">{hours(zone)}</p>
      <p className="text-muted">
        {cityOf(timeZone)}: {hours(timeZone)}
      </p>
      <p className="my-1 wrap-anywhere">
        <Link to={`/requests/${id}`} className="inline-block min-h-6 font-semibold underline underline-offset-4">
          {name}
        </Link>
      </p>
      <p className="wrap-anywhere text-muted">
        {consultationTopics[topic as ConsultationTopic]}, {partner.toUpperCase()}
        {assigned && `, ${assigned}`}
      </p>
      {!isConfirmed && <p className="font-semibold text-warning">No time yet</p>}
    </li>
  );
}

const dayText = (day: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  );
