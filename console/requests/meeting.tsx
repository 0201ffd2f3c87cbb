import { useState } from 'react';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { cityOf } from '../../shared/format.ts';
import { consultationSlots, type ConsultationSlot } from '../../shared/request-choices.ts';
import { dayIn, instantOf } from '../../shared/zoned-time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { ownZone } from '../shell/times.ts';
import { useRequestChange } from './request-query.ts';
import { useSeenVersion } from './seen-version.ts';
import { clockIn, momentIn } from './zones.ts';

/** The time of a consultation, in the student's zone and in that of the advisor's browser. */
export function Meeting({ request }: { request: ShownRequest }) {
  const { id: requestId, version, meeting, timeZone, details } = request;
  const { change } = useRequestChange(request);
  const [isCancelling, setCancelling] = useState(false);
  const held = meeting && !meeting.isCancelled ? meeting.startsAt : undefined;
  const asked = askedSpan(request);
  const cancel = async () => {
    setCancelling(true);
    await change(
      () => send('POST /console/api/requests/:requestId/meeting/cancel', { version }, { requestId }),
      `The time is cancelled, and ${meeting?.hasAdvisor ? 'both are' : 'the student is'} mailed`,
    );
    setCancelling(false);
  };
  return (
    <section aria-labelledby="meeting" className="flex flex-col gap-4">
      <h2 id="meeting">Time of the consultation</h2>
      <BothZones
        label={held ? 'Confirmed' : 'Asked for'}
        from={held ?? asked.from}
        until={held ? undefined : asked.until}
        timeZone={timeZone}
      />
      <TimeForm
        request={request}
        start={held ?? asked.from}
        day={held ? dayIn(timeZone, new Date(held)) : details['date']!}
        isHeld={held !== undefined}
        press={held ? 'Move to this time' : 'Confirm this time'}
      />
      {held && (
        <Button look="link" className="self-start" loading={isCancelling} onClick={() => void cancel()}>
          Cancel this time
        </Button>
      )}
    </section>
  );
}

function askedSpan({ details, timeZone }: ShownRequest): { from: string; until: string } {
  const { from, to } = consultationSlots[details['slot'] as ConsultationSlot];
  const at = (hour: number) => instantOf(details['date']!, `${hour}:00`, timeZone).toISOString();
  return { from: at(from), until: at(to) };
}

interface BothZonesProps {
  label: string;
  from: string;
  until: string | undefined;
  /** The student's. */
  timeZone: string;
}

/** A time twice: where the student is, and where the reader is. */
function BothZones({ label, from, until, timeZone }: BothZonesProps) {
  const own = ownZone();
  const text = (zone: string) => `${momentIn(from, zone)}${until ? ` – ${clockIn(until, zone)}` : ''}`;
  return (
    <dl className="grid gap-x-4 gap-y-3 rounded-xl border border-line p-4 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">
          {label}, student’s time ({cityOf(timeZone)})
        </dt>
        <dd className="font-semibold">{text(timeZone)}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Your time ({cityOf(own)})</dt>
        <dd className="font-semibold">{text(own)}</dd>
      </div>
    </dl>
  );
}

interface TimeFormProps {
  request: ShownRequest;
  /** ISO: what stands there first. */
  start: string;
  day: string;
  /** Whether the consultation has the time that stands there first. */
  isHeld: boolean;
  press: string;
}

function TimeForm({ request, start, day, isHeld, press }: TimeFormProps) {
  const { id: requestId, timeZone } = request;
  // Undefined until somebody types: what is typed stays whatever colleagues change, until it is confirmed.
  const [typed, setTyped] = useState<{ day: string; time: string }>();
  const { seen: version, takeOver } = useSeenVersion(request, typed !== undefined);
  const { change } = useRequestChange({ id: requestId, version });
  const first = { day, time: clock24(start, timeZone) };
  const shown = typed ?? first;
  const chosen = /^\d{4}-\d\d-\d\d$/.test(shown.day) && /^\d\d:\d\d$/.test(shown.time);
  const form = useForm({
    check: (values) => [
      ...(values['day'] ? [] : [{ field: 'day', message: 'Choose a day' }]),
      ...(values['time'] ? [] : [{ field: 'time', message: 'Choose a time' }]),
      ...(isHeld && values['day'] === first.day && values['time'] === first.time
        ? [{ field: 'time', message: 'The consultation has this time already' }]
        : []),
    ],
    async send(values) {
      const startsAt = instantOf(values['day']!, values['time']!, timeZone).toISOString();
      const isDone = await change(
        () => send('POST /console/api/requests/:requestId/meeting', { startsAt, version }, { requestId }),
        'Student and advisor are mailed the time',
        takeOver,
      );
      // What was typed since the press is not confirmed.
      if (isDone) setTyped((now) => (now === typed ? undefined : now));
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <ErrorSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`Day in ${cityOf(timeZone)}`}
          name="day"
          type="date"
          value={shown.day}
          onChange={({ target: { value } }) => setTyped({ ...shown, day: value })}
          error={form.errorOf('day')}
        />
        <Field
          label={`Time in ${cityOf(timeZone)}`}
          name="time"
          type="time"
          step={300}
          value={shown.time}
          onChange={({ target: { value } }) => setTyped({ ...shown, time: value })}
          error={form.errorOf('time')}
        />
      </div>
      {chosen && (
        <p className="text-sm text-muted" role="status">
          That is {momentIn(instantOf(shown.day, shown.time, timeZone).toISOString(), ownZone())} for you (
          {cityOf(ownZone())}).
        </p>
      )}
      <Button type="submit" look="outline" className="self-start" loading={form.pending}>
        {press}
      </Button>
    </form>
  );
}

/** "13:00" in a zone, as a field for times takes it. */
const clock24 = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    new Date(moment),
  );
