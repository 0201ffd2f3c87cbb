import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyGround, RefundTerms, ShownOrder } from '../../contract/console/order-care-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { createSendKeys } from '../session/send-keys.ts';
import { ReasonField } from '../shell/reason-field.tsx';
import { readCents } from '../shell/typed-numbers.ts';
import { ordersKey, refundTermsQuery } from './order-queries.ts';
import { amountText } from './order-words.ts';

interface RefundDialogProps {
  order: ShownOrder;
  onClose: () => void;
}

/** Money back, whole or a part: the policy beside it, what happens in numbers, a reason, a proof. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const asked = useQuery(refundTermsQuery(order.id));
  return (
    <Dialog open title="Refund this order?" onClose={onClose}>
      {asked.error && (
        <Notice tone="error" role="alert" title="What can go back could not be read">
          <p>{messageOf(asked.error)}</p>
        </Notice>
      )}
      {!asked.data && !asked.error && <Skeleton className="h-60" />}
      {asked.data && (
        // The same form where less can go back by now: what is typed stays beside the reason it was refused.
        <RefundForm terms={asked.data} {...{ order, onClose }} />
      )}
    </Dialog>
  );
}

function RefundForm({ order, terms, onClose }: RefundDialogProps & { terms: RefundTerms }) {
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const { refundableCents, policyCents, ground, mayBeyond, mayPart, currency } = terms;
  const mostCents = mayBeyond ? refundableCents : policyCents;
  // Undefined until somebody types: all that can go back now.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (mostCents / 100).toFixed(2);
  const [keyFor] = useState(createSendKeys);
  const amountCents = readCents(shown);
  const money = (cents: number) => amountText(cents, currency);
  const form = useForm({
    check: ({ reason = '' }) => [
      ...faultOf(amountCents, { refundableCents, mostCents, mayPart, money }),
      ...(reason.trim() ? [] : [{ field: 'reason', message: 'Enter a reason' }]),
    ],
    async send({ reason = '' }) {
      const wish = { amountCents: amountCents!, reason: reason.trim() };
      const body = { ...wish, refundableCents, ground, requestKey: keyFor(wish) };
      try {
        const done = await withProof(() =>
          send('POST /console/api/orders/:orderId/refund', body, { orderId: order.id }),
        );
        if (!done) return;
        toast({ kind: 'success', title: `${money(body.amountCents)} is on its way back` });
        onClose();
        void queryClient.invalidateQueries({ queryKey: ordersKey });
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
        if (isRefusal(error, 'changed-meanwhile')) void queryClient.invalidateQueries({ queryKey: ordersKey });
      }
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      <Notice tone="info" title="Refund policy">
        <p>{policyWords(terms, money)}</p>
      </Notice>
      <Field
        label="Amount"
        name="amount"
        hint={`In ${currency.toUpperCase()}; at most ${money(mostCents)}`}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        readOnly={!mayPart}
        onChange={(event) => setTyped(event.target.value)}
        error={form.errorOf('amount')}
      />
      {amountCents !== undefined && amountCents > 0 && amountCents <= refundableCents && (
        <ul className="list-disc pl-5" aria-live="polite">
          {consequencesOf(amountCents, terms, money).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <ReasonField form={form} hint="For colleagues and the audit log. The mail to the student does not say it." />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.pending} disabled={mostCents === 0}>
          Refund {amountCents !== undefined && amountCents > 0 ? money(amountCents) : ''}
        </Button>
        <Button look="outline" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}

type Money = (cents: number) => string;

const grounds: Readonly<Record<PolicyGround, string>> = {
  'class-full': 'the class had filled before the payment came',
  'cohort-cancelled': 'the cohort is cancelled',
  'cohort-moved': 'we moved its first day',
  'amount-differs': 'another amount than the one shown was charged',
  owed: 'the order has ended, and its money has not arrived yet',
};

function policyWords({ refundableCents, policyCents, ground, mayBeyond }: RefundTerms, money: Money): string {
  if (ground !== null) return `The policy gives ${money(policyCents)} back: ${grounds[ground]}.`;
  const rule = `The policy gives ${money(0)} of ${money(refundableCents)} back: fees are non-refundable, unless a student’s law says otherwise.`;
  return mayBeyond ? `${rule} You may decide beyond it.` : `${rule} Somebody of Finance may decide beyond it.`;
}

function faultOf(
  cents: number | undefined,
  {
    refundableCents,
    mostCents,
    mayPart,
    money,
  }: { refundableCents: number; mostCents: number; mayPart: boolean; money: Money },
) {
  const fault = (message: string) => [{ field: 'amount', message }];
  if (cents === undefined || cents <= 0) return fault('Enter an amount, for example 250.00');
  if (cents > refundableCents) return fault(`At most ${money(refundableCents)} can go back`);
  if (cents > mostCents)
    return fault(`The policy gives ${money(mostCents)} back. Somebody of Finance may decide beyond it`);
  return mayPart || cents === refundableCents
    ? []
    : fault('This order has no seat: all of its money goes back, or none');
}

/** What happens, in numbers first. */
function consequencesOf(
  cents: number,
  { refundableCents, refundedCents, pendingCents, ground, endsEnrolment, mayPart }: RefundTerms,
  money: Money,
): string[] {
  const left = refundableCents - cents;
  const isAsked = ground === 'cohort-cancelled' || ground === 'cohort-moved';
  const how = isAsked ? 'until the student has chosen, or the time to choose is over' : 'as they are';
  return [
    `${money(cents)} goes back to the card it was paid with; ${money(left)} stays here.`,
    ...(refundedCents > 0 ? [`${money(refundedCents)} went back before.`] : []),
    ...(pendingCents > 0 ? [`${money(pendingCents)} is on its way back already.`] : []),
    ...(left > 0 ? [`Seat and enrolment stay ${how}.`] : []),
    ...(left === 0 && endsEnrolment
      ? ['1 seat is freed and 1 enrolment ends once the provider has paid it back.']
      : []),
    ...(left === 0 && !mayPart ? ['The order ends at once.'] : []),
    'The student is mailed.',
  ];
}
