import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { RunProgress } from '../../contract/console/runs-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { tones } from '../../ui/tones.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { Facts } from '../shell/facts.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { isPast, momentOf } from '../shell/times.ts';
import { progressQuery } from './run-queries.ts';
import { RunRow, RunTable } from './run-table.tsx';
import { counted, outcomeWords, startText } from './run-words.ts';

/** Members of the portal belong to its site. */
const memberPage = (memberId: string) => `/sites/app_enrolment/members/${memberId}`;

/** A cancelled run: who has chosen what, who has not, and until when. */
export function Component() {
  const { cohortId = '' } = useParams();
  const mayRun = useMay('run-cohorts');
  const { data, error } = useQuery({ ...progressQuery(cohortId), enabled: mayRun });
  if (!mayRun || isRefusal(error, 'cohort-not-found')) return <NotFound />;
  if (data === null) return <NotFound what="This cohort is not cancelled." />;
  return (
    <Page
      title={data ? `${data.cohort.name} is cancelled` : 'Cancelled run'}
      within={{ label: data?.cohort.name ?? 'Cohort', to: `/cohorts/${cohortId}` }}
      about={data && stateSentence(data)}
      action={data && <Remind run={data} />}
    >
      {error && (
        <Notice tone="error" role="alert" title="This could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && <Progress run={data} />}
    </Page>
  );
}

function stateSentence({ counts, chooseBy }: RunProgress): string {
  if (counts.students === 0) return 'It had no students.';
  if (counts.waiting === 0) return 'Everybody has another cohort or their money back.';
  return isPast(chooseBy)
    ? `The time to choose is over. ${counted(counts.waiting, 'student')} ${counts.waiting === 1 ? 'is' : 'are'} being refunded.`
    : `${counted(counts.waiting, 'student')} can still choose, until ${momentOf(chooseBy)}. Who does not is refunded.`;
}

function Progress({ run }: { run: RunProgress }) {
  const { counts, students } = run;
  const chosen = counts.students - counts.waiting;
  return (
    <div className="flex flex-col gap-6">
      {counts.students > 0 && (
        <div>
          <p className="font-semibold" role="status">
            {chosen} of {counted(counts.students, 'student')} settled
          </p>
          <progress
            aria-label="Students settled"
            max={counts.students}
            value={chosen}
            className="mt-2 h-3 w-full max-w-[42rem] accent-brand"
          />
        </div>
      )}
      <Facts
        facts={{
          'Another cohort': counts.cohort,
          'Money back': counts.refund,
          'Refunded without an answer': counts['no-answer'],
          'Have not chosen': counts.waiting,
          'Choose until': momentOf(run.chooseBy),
          Cancelled: run.cohort.cancelledAt && momentOf(run.cohort.cancelledAt),
          By: run.actor,
          Reason: run.reason,
          Reminded: run.remindedAt && momentOf(run.remindedAt),
        }}
      />
      {students.length === 0 ? (
        <EmptyState icon={UsersRound} title="No students">
          <p>Who had a seat in this cohort would stand here, with what they chose instead.</p>
        </EmptyState>
      ) : (
        <RunTable label="Students" head={['Student', 'Chose', 'When', 'Partner', 'Order']}>
          {students.map((student) => {
            const { words, tone } = outcomeWords[student.outcome ?? 'waiting'];
            const { newCohort, decidedAt } = student;
            return (
              <RunRow
                key={student.orderId}
                label={
                  student.student ? (
                    <TextLink to={memberPage(student.memberId)} className="whitespace-nowrap">
                      {student.student}
                    </TextLink>
                  ) : (
                    'Account deleted'
                  )
                }
                cells={[
                  <div key="chose" className="min-w-40">
                    <span className={`font-semibold ${tones[tone].text}`}>{words}</span>
                    {newCohort && `: ${newCohort.name}, ${startText(newCohort.startDate)}`}
                  </div>,
                  <span key="when" className="whitespace-nowrap">
                    {decidedAt && momentOf(decidedAt)}
                  </span>,
                  student.partner.toUpperCase(),
                  <span key="order" className="font-mono text-sm whitespace-nowrap">
                    {student.reference}
                  </span>,
                ]}
              />
            );
          })}
        </RunTable>
      )}
    </div>
  );
}

/** One mail to each who has not chosen, once for a run. */
function Remind({ run: { cohort, counts, remindedAt, chooseBy } }: { run: RunProgress }) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  if (counts.waiting === 0 || remindedAt !== null || isPast(chooseBy)) return null;
  const remind = async () => {
    setPending(true);
    try {
      await send('POST /console/api/cohorts/:cohortId/cancellation/reminder', undefined, { cohortId: cohort.id });
      toast({ kind: 'success', title: `${counted(counts.waiting, 'student')} reminded by mail` });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    await queryClient.invalidateQueries(progressQuery(cohort.id));
    setPending(false);
  };
  return (
    <Button loading={isPending} onClick={() => void remind()}>
      Remind {counted(counts.waiting, 'student')} by mail
    </Button>
  );
}
