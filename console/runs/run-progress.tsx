import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { RunProgress } from '../../contract/console/runs-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { tones } from '../../ui/tones.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { Facts } from '../shell/facts.tsx';
import { isPast, momentOf, startText } from '../shell/times.ts';
import { ProgressBar } from '../shell/progress-bar.tsx';
import { cohortKey } from './run-queries.ts';
import { RunRow, RunTable } from './run-table.tsx';
import { choosingOf, counted, outcomeWords } from './run-words.ts';

/** Members of the portal belong to its site. */
const memberPage = (memberId: string) => `/sites/app_enrolment/members/${memberId}`;

/** A run whose students choose: how many have, and what each chose. */
export function RunProgressView({ run }: { run: RunProgress }) {
  const { counts, students } = run;
  const chosen = counts.students - counts.waiting;
  return (
    <div className="flex flex-col gap-6">
      {counts.students > 0 && (
        <div>
          <p className="font-semibold" role="status">
            {chosen} of {counted(counts.students, 'student')} settled
          </p>
          <ProgressBar label="Students settled" max={counts.students} value={chosen} className="mt-2 max-w-[42rem]" />
        </div>
      )}
      <Facts
        facts={{
          'Keep the seat': run.move && counts.keep,
          'Another cohort': counts.cohort,
          'Money back': counts.refund,
          'Refunded without an answer': counts['no-answer'],
          'Have not chosen': counts.waiting,
          'Choose until': momentOf(run.chooseBy),
          Cancelled: run.move ? null : run.cohort.cancelledAt && momentOf(run.cohort.cancelledAt),
          Moved: run.move && momentOf(run.move.movedAt),
          By: run.actor,
          Reason: run.reason,
          Reminded: run.remindedAt && momentOf(run.remindedAt),
        }}
      />
      {students.length === 0 ? (
        <EmptyState icon={UsersRound} title="No students">
          <p>Who had a seat in this cohort would stand here, with what they chose.</p>
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
export function Remind({ run: { move, cohort, counts, remindedAt, chooseBy } }: { run: RunProgress }) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const isOver = isPast(chooseBy) || (move !== null && cohort.cancelledAt !== null);
  const choosing = choosingOf(counts);
  if (choosing === 0 || remindedAt !== null || isOver) return null;
  const remind = async () => {
    setPending(true);
    try {
      const address = { cohortId: cohort.id };
      await (move
        ? send('POST /console/api/cohorts/:cohortId/move/reminder', undefined, address)
        : send('POST /console/api/cohorts/:cohortId/cancellation/reminder', undefined, address));
      toast({ kind: 'success', title: `${counted(choosing, 'student')} reminded by mail` });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    await queryClient.invalidateQueries({ queryKey: cohortKey(cohort.id) });
    setPending(false);
  };
  return (
    <Button loading={isPending} onClick={() => void remind()}>
      Remind {counted(choosing, 'student')} by mail
    </Button>
  );
}
