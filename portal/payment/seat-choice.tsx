import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RunChoice } from '../../client/enrolment-payments.ts';
import type { Cohort } from '../../contract/cohorts.ts';
import type { Order } from '../../contract/payments.ts';
import type { Partner } from '../../shared/partners.ts';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { refreshAnswer, setAnswer } from '../session/answers.ts';
import { catalogueOf, useCatalogue } from '../session/catalogue.ts';
import { readerZone } from '../session/cohort-times.ts';
import { findObstacle } from '../session/cohorts.ts';
import { refreshMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { leftOf, orderQuestion } from '../session/order.ts';
import { payments } from '../session/payment-client.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import { Button } from '../../ui/button.tsx';
import { formatOnBothClocks } from '../ui/both-clocks.ts';
import { formatAmount, formatDates, unbroken } from '../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';

/** A moment on the partner's clock, and on the reader's where it differs. */
export const momentText = (partner: Partner, at: string): string =>
  formatOnBothClocks(partner, at, { meant: partner.timeZone, reader: readerZone }).map(unbroken).join('; ');

/** What a student who has paid can have instead, whatever happened to the seat: a cohort, or the money back. */
export function Alternatives({ order, dueAt, choice }: { order: Order; dueAt: string | null; choice: SeatChoice }) {
  const partner = usePartner();
  const { choose, pending, problem } = choice;
  return (
    <>
      {problem && (
        <Notice tone="error" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <Cohorts
        order={order}
        pending={pending === 'cohort'}
        onChoose={({ id: cohortId, startDate }) => void choose({ choice: 'cohort', cohortId, startDate })}
      />
      <section aria-labelledby="refund" className="border-t border-line pt-5">
        <h2 id="refund" className="text-h3">
          Or take your money back
        </h2>
        <p className="mt-1 mb-3 text-muted">
          {dueAt
            ? `If you do nothing, we refund everything by ourselves on ${momentText(partner, dueAt)}.`
            : 'If you do nothing, we refund everything by ourselves.'}
        </p>
        <Button look="outline" loading={pending === 'refund'} onClick={() => void choose({ choice: 'refund' })}>
          {`Get a full refund of ${formatAmount(partner, leftOf(order))}`}
        </Button>
      </section>
    </>
  );
}

interface CohortsProps {
  order: Order;
  pending: boolean;
  onChoose: (cohort: Cohort) => void;
}

/** Whether the run was cancelled or moved. Else the order found no seat in it, where one may have come free since. */
const isOfRun = ({ cancelledRun, movedRun }: Order): boolean => cancelledRun !== undefined || movedRun !== undefined;

function Cohorts({ order, pending, onChoose }: CohortsProps) {
  const partner = usePartner();
  const cohorts = useCatalogue().data?.cohorts ?? [];
  const [picked, setPicked] = useState('');
  const open = cohorts
    .filter(({ id }) => id !== order.cohort.id || !isOfRun(order))
    .filter((cohort) => cohort.course === order.course && findObstacle(cohort) === undefined);
  const options = open.map((cohort) => {
    const name = cohort.id === order.cohort.id ? `${cohort.name}, where a seat is free again` : cohort.name;
    const [label, hint] = [formatDates(partner, cohort), name];
    // What has no date yet is known by its name alone.
    return { value: cohort.id, ...(cohort.endDate ? { label, hint } : { label: hint, hint: label }) };
  });

  // What was picked may have left the list meanwhile.
  const chosen = open.find(({ id }) => id === picked);

  const legend = isOfRun(order) ? 'Choose another cohort' : 'Choose a cohort';
  if (open.length === 0) {
    return <p>{`There is no ${isOfRun(order) ? 'other ' : ''}cohort of this course with a seat at the moment.`}</p>;
  }
  return (
    <section aria-label={legend} className="space-y-4">
      <RadioCards
        legend={legend}
        hint="At the same price, nothing more to pay for the change."
        name="cohort"
        options={options}
        value={chosen?.id ?? ''}
        onChange={setPicked}
      />
      <Button
        disabled={!chosen}
        aria-describedby={chosen ? undefined : 'other-cohort-missing'}
        loading={pending}
        onClick={() => chosen && onChoose(chosen)}
        className="w-full sm:w-auto"
      >
        Move me to this cohort
      </Button>
      {!chosen && (
        <p id="other-cohort-missing" className="text-sm text-muted">
          Choose one of the cohorts above first.
        </p>
      )}
    </section>
  );
}

/** A choice under way, and how to make one. */
export type SeatChoice = ReturnType<typeof useSeatChoice>;

/** Sends what a student chooses, by the call for what happened to the order. */
export function useSeatChoice(order: Order) {
  const partner = usePartner();
  const navigate = useNavigate();
  const [pending, setPending] = useState<RunChoice['choice']>();
  const [problem, setProblem] = useState<string>();
  const isRun = isOfRun(order);

  async function choose(choice: RunChoice): Promise<void> {
    if (pending) return;
    setPending(choice.choice);
    setProblem(undefined);
    try {
      setAnswer(
        orderQuestion,
        await (isRun || choice.choice === 'keep' ? payments.chooseInstead(choice) : payments.resolveUnseated(choice)),
      );
      if (isRun) await refreshMember();
    } catch (error) {
      if (leaveIfSignedOut(error, partner, navigate)) return;
      setProblem(messageOf(error, paymentMessages.notChosen));
      await Promise.all([refreshAnswer(catalogueOf(partner.code)), refreshAnswer(orderQuestion)]);
    }
    setPending(undefined);
  }

  return { choose, pending, problem };
}
