import { Armchair } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { UnseatedChoice } from '../../client/enrolment-payments.ts';
import type { Order } from '../../contract/payments.ts';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { catalogueOf, useCatalogue } from '../session/catalogue.ts';
import { findObstacle } from '../session/cohorts.ts';
import { refreshMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { orderQuestion } from '../session/order.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import { Button } from '../../ui/button.tsx';
import { formatOnBothClocks } from '../ui/both-clocks.ts';
import { formatAmount, formatDates, unbroken } from '../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { ContactSupport } from './support-link.tsx';
import { refreshAnswer, setAnswer } from '../session/answers.ts';
import { readerZone } from '../session/cohort-times.ts';
import { payments } from '../session/payment-client.ts';

/**
 * Paid, but the class filled meanwhile or is cancelled: the member decides, and money goes back by itself if they do
 * not.
 */
export function Unseated({ order }: { order: Order }) {
  const partner = usePartner();
  const { choose, pending, problem } = useUnseatedChoice(order);
  const { cancelledRun } = order;
  const dueAt = cancelledRun?.chooseBy ?? order.refundDueAt;
  const cohort = `“${order.cohort.name}” (${formatDates(partner, order.cohort)})`;
  return (
    <ScreenFrame
      tone="warning"
      icon={Armchair}
      title={cancelledRun ? 'Your cohort does not take place' : 'You have paid, but the cohort filled up meanwhile'}
      reference={order.reference}
    >
      <p>
        {`Your ${formatAmount(partner, order.paidCents)} is safe. ${
          cancelledRun
            ? `We are sorry: ${cohort} was called off.`
            : `The last seat in ${cohort} was taken while your payment was under way.`
        } Please choose what happens now.`}
      </p>
      {problem && (
        <Notice tone="error" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <OtherCohorts
        order={order}
        pending={pending === 'cohort'}
        onChoose={(cohortId) => void choose({ choice: 'cohort', cohortId })}
      />
      <section aria-labelledby="refund" className="border-t border-line pt-5">
        <h2 id="refund" className="text-h3">
          Or take your money back
        </h2>
        <p className="mt-1 mb-3 text-muted">
          {dueAt
            ? `If you do nothing, we refund everything by ourselves on ${formatOnBothClocks(partner, dueAt, { meant: partner.timeZone, reader: readerZone }).map(unbroken).join('; ')}.`
            : 'If you do nothing, we refund everything by ourselves.'}
        </p>
        <Button look="outline" loading={pending === 'refund'} onClick={() => void choose({ choice: 'refund' })}>
          {`Get a full refund of ${formatAmount(partner, order.paidCents)}`}
        </Button>
      </section>
      <ContactSupport look="link" reference={order.reference} />
    </ScreenFrame>
  );
}

interface OtherCohortsProps {
  order: Order;
  pending: boolean;
  onChoose: (cohortId: string) => void;
}

function OtherCohorts({ order, pending, onChoose }: OtherCohortsProps) {
  const partner = usePartner();
  const cohorts = useCatalogue().data?.cohorts ?? [];
  const [chosen, setChosen] = useState('');
  const options = cohorts
    .filter((cohort) => cohort.course === order.course && findObstacle(cohort) === undefined)
    .map((cohort) => {
      const [label, hint] = [formatDates(partner, cohort), cohort.name];
      // What has no date yet is known by its name alone.
      return { value: cohort.id, ...(cohort.endDate ? { label, hint } : { label: hint, hint: label }) };
    });

  if (options.length === 0) {
    return <p>There is no other cohort of this course with a seat at the moment.</p>;
  }
  return (
    <section aria-label="Choose another cohort" className="space-y-4">
      <RadioCards
        legend="Choose another cohort"
        hint="At the same price, nothing more to pay for the change."
        name="cohort"
        options={options}
        value={chosen}
        onChange={setChosen}
      />
      <Button
        disabled={chosen === ''}
        aria-describedby={chosen === '' ? 'other-cohort-missing' : undefined}
        loading={pending}
        onClick={() => onChoose(chosen)}
        className="w-full sm:w-auto"
      >
        Move me to this cohort
      </Button>
      {chosen === '' && (
        <p id="other-cohort-missing" className="text-sm text-muted">
          Choose one of the cohorts above first.
        </p>
      )}
    </section>
  );
}

function useUnseatedChoice({ cancelledRun }: Order) {
  const partner = usePartner();
  const navigate = useNavigate();
  const [pending, setPending] = useState<UnseatedChoice['choice']>();
  const [problem, setProblem] = useState<string>();

  async function choose(choice: UnseatedChoice): Promise<void> {
    if (pending) return;
    setPending(choice.choice);
    setProblem(undefined);
    try {
      setAnswer(orderQuestion, await payments[cancelledRun ? 'chooseInstead' : 'resolveUnseated'](choice));
      if (cancelledRun) await refreshMember();
    } catch (error) {
      if (leaveIfSignedOut(error, partner, navigate)) return;
      setProblem(messageOf(error, paymentMessages.notChosen));
      await refreshAnswer(catalogueOf(partner.code));
    }
    setPending(undefined);
  }

  return { choose, pending, problem };
}
