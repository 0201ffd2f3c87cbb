import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { RunConsequences } from '../../contract/console/runs-schemas.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { startText } from '../shell/times.ts';
import { ChooseByFields, checkChooseBy, chooseByIn } from './choose-by-fields.tsx';
import { OtherCohorts } from './other-cohorts.tsx';
import { RunPage } from './run-page.tsx';
import { cohortKey, consequencesQuery } from './run-queries.ts';
import { consequenceWords, obstacleWords } from './run-words.ts';

/** The end of a run before it begins: what it does, in numbers; why; until when students choose. */
export function Component() {
  const { cohortId = '' } = useParams();
  const { data, error } = useQuery({ ...consequencesQuery(cohortId), enabled: useMay('run-cohorts') });
  return (
    <RunPage
      run={data}
      error={error}
      title={data ? `Cancel ${data.cohort.name}?` : 'Cancel a run'}
      about={data && `First day: ${startText(data.cohort.startDate)}`}
      width="text"
    >
      {data && <Consequences data={data} />}
      {data && (data.obstacle === null ? <CancelForm data={data} /> : <Obstacle data={data} />)}
    </RunPage>
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
    check: checkChooseBy,
    async send(values) {
      const body = { ...chooseByIn(values), version: cohort.version };
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
      <ChooseByFields form={form} chooseBy={chooseBy} />
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
