import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Pattern, PlannedCohort } from '../../contract/console/cohorts-schemas.ts';
import { RequestError } from '../../client/request.ts';
import { studyModeNames, studyModes, type CourseCode } from '../../shared/courses.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { isCount, readNumber } from '../shell/typed-numbers.ts';
import { useTypedSince } from '../shell/use-typed-since.ts';
import { checkSeats, SeatFields } from './cohort-form.tsx';
import { cohortsKey } from './cohort-queries.ts';
import { courseChoices } from './cohort-words.tsx';
import { PlanTable } from './plan-table.tsx';

/** What a pattern would create, as the server answered it. */
interface Preview {
  pattern: Pattern;
  timeZone: string;
  cohorts: readonly PlannedCohort[];
}

/** A year of one course at one partner: the pattern, then every day of it, then the press. */
export function Component() {
  return useMay('run-cohorts') ? <PlanPage /> : <NotFound />;
}

function PlanPage() {
  const [preview, setPreview] = useState<Preview>();
  return (
    <Page
      title="Plan a year"
      within={{ label: 'Cohorts', to: '/cohorts' }}
      about="Cohorts of one course, every so many weeks. First you see each day, and which public holidays moved it; nothing is created before you press."
    >
      <div className="grid items-start gap-8 xl:grid-cols-[28rem_1fr]">
        <PatternForm onPreview={setPreview} onTyped={() => setPreview(undefined)} />
        {preview ? (
          <PreviewPart {...preview} />
        ) : (
          <p className="rounded-xl border border-dashed border-line px-6 py-10 text-center text-muted">
            The days of the pattern appear here.
          </p>
        )}
      </div>
    </Page>
  );
}

function readPattern(values: FormValues): Pattern {
  const number = (name: string) => readNumber(values[name] ?? '') ?? null;
  const modes = studyModes.filter((mode) => values[mode] === 'on');
  return {
    partner: values['partner'] ?? '',
    course: values['course'] as CourseCode,
    modes,
    firstDay: values['firstDay'] ?? '',
    lastDay: values['lastDay'] ?? '',
    everyWeeks: number('everyWeeks') ?? 0,
    schedules: Object.fromEntries(
      modes.flatMap((mode) => {
        const text = values[`schedule-${mode}`]?.trim();
        return text ? [[mode, text]] : [];
      }),
    ),
    capacity: number('capacity') ?? 0,
    minimum: number('minimum'),
    enrolByDaysBefore: number('enrolByDaysBefore'),
    isDraft: values['isDraft'] === 'on',
  };
}

function checkPattern(values: FormValues): Problem[] {
  const { modes, firstDay, lastDay } = readPattern(values);
  return [
    ...(modes.length > 0 ? [] : [{ field: 'full-time', message: 'Choose a format' }]),
    ...(firstDay ? [] : [{ field: 'firstDay', message: 'Enter the first day' }]),
    ...(lastDay ? [] : [{ field: 'lastDay', message: 'Enter the last day' }]),
    ...(isCount(values['everyWeeks'], 1, 52)
      ? []
      : [{ field: 'everyWeeks', message: 'Enter a number of weeks from 1 to 52' }]),
    ...checkSeats(values),
    ...(!values['enrolByDaysBefore']?.trim() || isCount(values['enrolByDaysBefore'], 1, 999)
      ? []
      : [{ field: 'enrolByDaysBefore', message: 'Enter a number of days from 1, or nothing' }]),
  ];
}

const usualSchedules = {
  'full-time': 'Monday to Friday, 9:00 am to 5:00 pm',
  'part-time': 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm',
};
const yearMs = 364 * 86_400_000;
/** The year that begins in four weeks. */
function usualDays(nowMs: number) {
  const first = nowMs + 28 * 86_400_000;
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return { firstDay: dayOf(first), lastDay: dayOf(first + yearMs) };
}

interface PatternFormProps {
  onPreview: (preview: Preview) => void;
  onTyped: () => void;
}

function PatternForm({ onPreview, onTyped }: PatternFormProps) {
  const { codes, current } = useCurrentPartner();
  const [days] = useState(() => usualDays(Date.now()));
  const typing = useTypedSince();
  const form = useForm({
    check: checkPattern,
    async send(values) {
      const isTypedSince = typing.begin();
      const pattern = readPattern(values);
      try {
        const { data } = await send('POST /console/api/cohort-patterns/preview', pattern);
        // Another pattern stands in the form by now.
        if (!isTypedSince()) onPreview({ pattern, ...data });
        else toast({ kind: 'info', title: 'Something was changed since. Press again.' });
      } catch (error) {
        const field = error instanceof RequestError ? error.field : undefined;
        form.fail([{ field, message: messageOf(error) }]);
      }
    },
  });
  const note = () => {
    typing.onTyped();
    onTyped();
  };
  return (
    <form {...form.props} onChange={note} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      <SelectField
        label="Partner"
        name="partner"
        options={codes.map((code) => ({ value: code, label: code.toUpperCase() }))}
        defaultValue={current ?? codes[0]}
        hint="Its public holidays are skipped, and days are meant in its zone."
      />
      <SelectField label="Course" name="course" options={courseChoices} />
      <fieldset>
        <legend className="font-semibold">Formats</legend>
        {studyModes.map((mode) => (
          <CheckboxField
            key={mode}
            name={mode}
            label={studyModeNames[mode]}
            defaultChecked
            error={form.errorOf(mode)}
          />
        ))}
      </fieldset>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field label="From" name="firstDay" type="date" defaultValue={days.firstDay} error={form.errorOf('firstDay')} />
        <Field label="Until" name="lastDay" type="date" defaultValue={days.lastDay} error={form.errorOf('lastDay')} />
        <Field
          label="Weeks between starts"
          hint="From one first day to the next"
          name="everyWeeks"
          inputMode="numeric"
          defaultValue="6"
          error={form.errorOf('everyWeeks')}
        />
        <Field
          label="Days to enrol by"
          hint="Before the start; empty up to it"
          name="enrolByDaysBefore"
          inputMode="numeric"
          defaultValue="4"
          error={form.errorOf('enrolByDaysBefore')}
        />
      </div>
      {studyModes.map((mode) => (
        <Field
          key={mode}
          label={`Days and hours, ${studyModeNames[mode].toLowerCase()}`}
          name={`schedule-${mode}`}
          optional
          defaultValue={usualSchedules[mode]}
          maxLength={200}
        />
      ))}
      <SeatFields form={form} capacity={24} minimum={8} about="Of each cohort" />
      <CheckboxField name="isDraft" label="As drafts: students do not see them until you publish them" defaultChecked />
      <Button type="submit" look="outline" className="self-start" loading={form.pending}>
        Show the days
      </Button>
    </form>
  );
}

/** Every cohort of the pattern, and the press that creates them. */
function PreviewPart({ pattern, timeZone, cohorts }: Preview) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const missing = cohorts.filter(({ isThere }) => !isThere).length;
  async function create() {
    setPending(true);
    try {
      const { data } = await send('POST /console/api/cohort-patterns', pattern);
      toast({ kind: 'success', title: toldOf(data.created.length, pattern.isDraft) });
      await queryClient.invalidateQueries({ queryKey: cohortsKey });
      const query = new URLSearchParams({ partner: pattern.partner, course: pattern.course });
      if (pattern.isDraft) query.set('state', 'draft');
      void navigate(`/cohorts?${query}`);
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
      setPending(false);
    }
  }
  return (
    <section aria-labelledby="planned">
      <h2 id="planned">{countText(cohorts.length)}</h2>
      <p className="mt-1 text-muted">Days are those of {timeZone.replaceAll('_', ' ')}.</p>
      <PlanTable cohorts={cohorts} />
      {missing === 0 ? (
        <p className="mt-4 font-semibold">All of them are there already.</p>
      ) : (
        <Button className="mt-4" loading={isPending} onClick={() => void create()}>
          Create {missing === 1 ? '1 cohort' : `${missing} cohorts`}
          {pattern.isDraft ? ' as drafts' : ''}
        </Button>
      )}
    </section>
  );
}

const countText = (count: number) => (count === 1 ? '1 cohort' : `${count} cohorts`);
const toldOf = (created: number, isDraft: boolean) =>
  `${countText(created)} created${isDraft ? ' as drafts. Publish them when they are right' : ' and open'}`;
