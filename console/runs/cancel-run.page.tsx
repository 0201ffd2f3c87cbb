import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { RunConsequences } from '../../contract/console/runs-schemas.ts';
import { limits } from '../../contract/limits.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { cohortKey, consequencesQuery } from './run-queries.ts';
import { OtherCohorts } from './other-cohorts.tsx';
import { consequenceWords, localMoment, obstacleWords, ownZone, startText } from './run-words.ts';

/** The end of a run before it begins: what it does, in numbers; why; until when students choose. */
export function Component() {
  const { cohortId = '' } = useParams();
  const mayRun = useMay('run-cohorts');
  const { data, error } = useQuery({ ...consequencesQuery(cohortId), enabled: mayRun });
  if (!mayRun || isRefusal(error, 'cohort-not-found')) return <NotFound />;
  return (
    <Page
      title={data ? `Cancel ${data.cohort.name}?` : 'Cancel a run'}
      within={{ label: data?.cohort.name ?? 'Cohort', to: `/cohorts/${cohortId}` }}
      about={data && `First day: ${startText(data.cohort.startDate)}`}
      width="text"
    >
      {error && (
        <Notice tone="error" role="alert" title="This could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && <Consequences data={data} />}
      {data && (data.obstacle === null ? <CancelForm data={data} /> : <Obstacle data={data} />)}
    </Page>
  );
}

function Consequences({ data }: { data: RunConsequences }) {
  return (
    <div className="flex flex-col gap-6">
      <Notice tone="warning" title="This can not be undone">
        <ul className="list-disc space-y-1 pl-5">
          {consequenceWords(data).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Notice>
      <OtherCohorts others={data.others} />
    </div>
  );
}

function Obstacle({ data: { cohort, obstacle } }: { data: RunConsequences }) {
  return (
    <Notice tone="info" title={obstacleWords[obstacle!]}>
      {obstacle === 'cancelled' && (
        <ButtonLink look="link" to={`/cohorts/${cohort.id}/cancellation`}>
          See what its students have chosen
        </ButtonLink>
      )}
    </Notice>
  );
}

function CancelForm({ data: { cohort, chooseBy } }: { data: RunConsequences }) {
  const withProof = useWithProof();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    check: ({ reason = '', until = '' }) => [
      ...(reason.trim() ? [] : [{ field: 'reason', message: 'Enter a reason' }]),
      ...(Number.isNaN(Date.parse(until)) ? [{ field: 'until', message: 'Enter date and time' }] : []),
    ],
    async send({ reason = '', until = '' }) {
      const body = { reason: reason.trim(), chooseBy: new Date(until).toISOString(), version: cohort.version };
      try {
        const done = await withProof(() =>
          send('POST /console/api/cohorts/:cohortId/cancellation', body, { cohortId: cohort.id }),
        );
        if (!done) return;
        toast({ kind: 'success', title: `${cohort.name} is cancelled. Its students are told by mail` });
        void navigate(`/cohorts/${cohort.id}/cancellation`);
        await queryClient.invalidateQueries({ queryKey: cohortKey(cohort.id) });
      } catch (error) {
        const field = isRefusal(error, 'choose-by-not-taken') ? 'until' : undefined;
        form.fail([{ field, message: messageOf(error) }]);
        if (isRefusal(error, 'changed-meanwhile')) await queryClient.invalidateQueries(consequencesQuery(cohort.id));
      }
    },
  });
  return (
    <form {...form.props} className="mt-8 flex flex-col gap-5">
      <ErrorSummary form={form} />
      <Field
        label="Reason"
        name="reason"
        hint="It stands in the audit log. Students do not see it."
        autoComplete="off"
        maxLength={limits.reasonMaxLength}
        error={form.errorOf('reason')}
      />
      <Field
        label="Students choose until"
        name="until"
        type="datetime-local"
        hint={`In your zone, ${ownZone()}. Who has not chosen by then is refunded in full.`}
        defaultValue={localMoment(chooseBy)}
        className="max-w-[24rem]"
        error={form.errorOf('until')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.pending}>
          Cancel this run
        </Button>
        <ButtonLink look="outline" to={`/cohorts/${cohort.id}`}>
          Leave it as it is
        </ButtonLink>
      </div>
    </form>
  );
}
