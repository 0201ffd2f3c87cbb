import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { courses, type CourseCode, type StudyMode } from '../../shared/courses.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { RequestError } from '../../client/request.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { createSendKeys } from '../session/send-keys.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { forgetUnsaved, LeaveGuard } from '../shell/leave-guard.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { ReadFault } from '../shell/read-fault.tsx';
import { checkCohort, CohortFields, readCohort, type CohortValues } from './cohort-form.tsx';
import { cohortQuery, cohortsKey } from './cohort-queries.ts';
import { courseChoices, modeChoices } from './cohort-words.tsx';

type Beginning = CohortValues & Pick<ShownCohort, 'course' | 'mode'>;

/** One cohort by itself; with `?from=` a copy of another one. */
export function Component() {
  return useMay('run-cohorts') ? <NewCohort /> : <NotFound />;
}

function NewCohort() {
  const [params] = useSearchParams();
  const { codes, current } = useCurrentPartner();
  const from = params.get('from');
  const original = useQuery({ ...cohortQuery(from ?? ''), enabled: from !== null });
  const within = { label: 'Cohorts', to: '/cohorts' };
  const copied = original.data;
  if (from !== null && !copied)
    return (
      <Page title="Create a cohort" within={within} width="text">
        {original.error ? (
          <ReadFault named="The cohort to copy" error={original.error} onAgain={original.refetch} />
        ) : (
          <Skeleton className="h-80" />
        )}
      </Page>
    );
  return (
    <Page
      title="Create a cohort"
      within={within}
      width="text"
      about={copied ? `A copy of ${copied.name}, without its days and its students.` : undefined}
    >
      <CohortForm beginning={copied ? copyOf(copied) : emptyFor(current ?? codes[0])} />
    </Page>
  );
}

const emptyFor = (code: string | undefined): Beginning => ({
  course: 'cyber',
  mode: 'full-time',
  name: `${courses.cyber.name} (Full-Time)`,
  partners: code === undefined ? [] : [code],
  startDate: null,
  schedule: null,
  capacity: 24,
  minimum: null,
  opensOn: null,
  enrolBy: null,
});

const copyOf = (cohort: ShownCohort): Beginning => ({ ...cohort, startDate: null, opensOn: null, enrolBy: null });

function CohortForm({ beginning }: { beginning: Beginning }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { codes } = useCurrentPartner();
  const [keyFor] = useState(createSendKeys);
  const [isTyped, setTyped] = useState(false);
  const form = useForm({
    check: (values) => checkCohort(values, codes),
    async send(values) {
      const wish = {
        ...readCohort(values, codes),
        course: values['course'] as CourseCode,
        mode: values['mode'] as StudyMode,
        isDraft: values['isDraft'] === 'on',
      };
      try {
        const { data } = await send('POST /console/api/cohorts', { ...wish, key: keyFor(wish) });
        toast({ kind: 'success', title: wish.isDraft ? 'The draft is created' : 'The cohort is created and open' });
        await queryClient.invalidateQueries({ queryKey: cohortsKey });
        forgetUnsaved();
        void navigate(`/cohorts/${data.id}`);
      } catch (error) {
        const field = error instanceof RequestError ? error.field : undefined;
        form.fail([{ field, message: messageOf(error) }]);
      }
    },
  });
  return (
    <form {...form.props} onChange={() => setTyped(true)} className="flex max-w-[40rem] flex-col gap-5">
      <ErrorSummary form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Course" name="course" options={courseChoices} defaultValue={beginning.course} />
        <SelectField label="Format" name="mode" options={modeChoices} defaultValue={beginning.mode} />
      </div>
      <CohortFields form={form} cohort={beginning} />
      <CheckboxField name="isDraft" label="As a draft: students do not see it until you publish it" defaultChecked />
      <Button type="submit" className="self-start" loading={form.pending}>
        Create the cohort
      </Button>
      <LeaveGuard isDirty={isTyped}>
        The cohort is not created yet, and what you typed is lost when you go on.
      </LeaveGuard>
    </form>
  );
}
