import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { MoveConsequences } from '../../contract/console/runs-schemas.ts';
import { hasDate } from '../../shared/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { startText } from '../shell/times.ts';
import { ChooseByFields, checkChooseBy, chooseByIn } from './choose-by-fields.tsx';
import { MovedDays } from './moved-days.tsx';
import { OtherCohorts } from './other-cohorts.tsx';
import { RunPage } from './run-page.tsx';
import { cohortKey, moveConsequencesQuery } from './run-queries.ts';
import { moveTitle, moveWords, obstacleWords } from './run-words.ts';

/** A run that starts on another day: what that does, in numbers and days; why; until when students choose. */
export function Component() {
  const { cohortId = '' } = useParams();
  const { data, error } = useQuery({ ...moveConsequencesQuery(cohortId), enabled: useMay('run-cohorts') });
  return (
    <RunPage
      run={data}
      error={error}
      title={data ? moveTitle(data.cohort) : 'Move a run'}
      about={data && `First day now: ${startText(data.cohort.startDate)}`}
      width="text"
    >
      {data && data.obstacle !== null && <Notice tone="info" title={obstacleWords[data.obstacle]} />}
      {data?.obstacle === null && (
        <>
          <Notice tone="warning" title="What it does">
            <ul className="list-disc space-y-1 pl-5">
              {moveWords(data).map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
          <MoveForm data={data} />
          <div className="mt-10">
            <OtherCohorts others={data.others} />
          </div>
        </>
      )}
    </RunPage>
  );
}

/** The refusals that are about one field. */
const fieldOf = (error: unknown) => {
  if (isRefusal(error, 'choose-by-not-taken')) return 'until';
  return isRefusal(error, 'move-day-not-taken') || isRefusal(error, 'cohort-dates-differ') ? 'startDate' : undefined;
};

function MoveForm({ data: { cohort, chooseBy } }: { data: MoveConsequences }) {
  const isFirstDay = !hasDate(cohort.startDate);
  const withProof = useWithProof();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [startDate, setStartDate] = useState('');
  const form = useForm({
    check: (values) => [
      ...(values['startDate'] ? [] : [{ field: 'startDate', message: 'Enter the first day' }]),
      ...checkChooseBy(values),
    ],
    async send(values) {
      const body = { ...chooseByIn(values), startDate: values['startDate'] ?? '', version: cohort.version };
      try {
        const isDone = await withProof(() =>
          send('POST /console/api/cohorts/:cohortId/move', body, { cohortId: cohort.id }),
        );
        if (!isDone) return;
        const outcome = isFirstDay ? 'has its first day' : 'is moved';
        toast({ kind: 'success', title: `${cohort.name} ${outcome}. Its students are told by mail` });
        void navigate(`/cohorts/${cohort.id}/moved`);
        await queryClient.invalidateQueries({ queryKey: cohortKey(cohort.id) });
      } catch (error) {
        form.fail([{ field: fieldOf(error), message: messageOf(error) }]);
        if (isRefusal(error, 'changed-meanwhile'))
          await queryClient.invalidateQueries({ queryKey: cohortKey(cohort.id) });
      }
    },
  });
  return (
    <form {...form.props} className="mt-8 flex flex-col gap-5">
      <ErrorSummary form={form} />
      <Field
        label={isFirstDay ? 'First day' : 'New first day'}
        name="startDate"
        type="date"
        className="max-w-[16rem]"
        onChange={({ target }) => setStartDate(target.value)}
        error={form.errorOf('startDate')}
      />
      {startDate !== '' && <MovedDays cohortId={cohort.id} startDate={startDate} />}
      <ChooseByFields form={form} chooseBy={chooseBy} bound=", and before the first day" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.pending}>
          {isFirstDay ? 'Set the first day' : 'Move this run'}
        </Button>
        <ButtonLink look="outline" to={`/cohorts/${cohort.id}`}>
          Leave it as it is
        </ButtonLink>
      </div>
    </form>
  );
}
