import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { PriceBook } from '../../contract/cohorts.ts';
import { courses, courseWeeks, studyModeNames } from '../../shared/courses.ts';
import type { PaymentType } from '../../contract/payments.ts';
import type { Partner } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import { formatAmount, formatDates, formatPrice } from '../ui/format.ts';
import { join } from '../../ui/join.ts';
import type { Selection } from './selection.ts';

interface OrderSummaryProps {
  selection: Selection;
  prices: PriceBook;
  paymentType: PaymentType | undefined;
}

/** What is in the order so far. Beside the task on desktops; where there is no room, one bar that opens. */
export function OrderSummary({ selection, prices, paymentType }: OrderSummaryProps) {
  const partner = usePartner();
  const [open, setOpen] = useState(false);
  const contentId = useId();
  const { course } = selection;

  return (
    <section
      aria-label="Order summary"
      className="border-line bg-surface max-md:sticky max-md:top-16 max-md:z-20 max-md:-mx-4 max-md:-mt-8 max-md:mb-6 max-md:border-b md:rounded-xl md:border @3xl:sticky @3xl:top-24"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={contentId}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full cursor-pointer items-center gap-2 px-4 text-sm font-semibold md:px-6 md:@2xl:hidden"
      >
        <span className="min-w-0 flex-1 truncate text-left">{course ? courses[course].name : 'Your order'}</span>
        <span className="tabular-nums">{totalOf(partner, prices, paymentType)}</span>
        <ChevronDown className={join('size-5 transition-transform', open && 'rotate-180')} aria-hidden="true" />
      </button>
      <div id={contentId} className={join('p-4 md:p-6 md:@max-2xl:pt-0', !open && 'max-md:hidden @max-2xl:hidden')}>
        <h2 className="text-h3 max-md:hidden @max-2xl:hidden">Order summary</h2>
        <div className="@2xl:@max-3xl:md:grid @2xl:@max-3xl:md:grid-cols-2 @2xl:@max-3xl:md:gap-10">
          <Lines selection={selection} />
          <Total prices={prices} paymentType={paymentType} />
        </div>
      </div>
    </section>
  );
}

/** The price in one line. A deposit is never named without the price it is a part of. */
function totalOf(partner: Partner, prices: PriceBook, paymentType: PaymentType | undefined): string {
  const price = (cents: number) => formatPrice(partner, cents);
  if (paymentType === 'deposit') return `${price(prices.depositCents)} of ${price(prices.listCents)}`;
  return paymentType === 'full' ? price(prices.fullCents) : `from ${price(prices.fullCents)}`;
}

function Lines({ selection: { course, cohort } }: { selection: Selection }) {
  const partner = usePartner();
  return (
    <dl className="space-y-3 md:@2xl:mt-4">
      <Line name="Course">{course ? courses[course].name : <Open>Not chosen yet</Open>}</Line>
      <Line name="Cohort">
        {cohort ? (
          <>
            {cohort.name}
            <span className="block text-sm font-normal text-balance text-muted tabular-nums">
              {formatDates(partner, cohort)}
            </span>
          </>
        ) : (
          <Open>Not chosen yet</Open>
        )}
      </Line>
      <Line name="Length">
        {cohort ? (
          `${studyModeNames[cohort.mode]}, ${courseWeeks[cohort.mode]} weeks`
        ) : (
          <Open>{`${courseWeeks['full-time']} weeks full-time, ${courseWeeks['part-time']} weeks part-time`}</Open>
        )}
      </Line>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Open({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}

const sums =
  'mt-5 space-y-2 border-t border-line pt-4 text-sm tabular-nums @2xl:@max-3xl:md:mt-4 @2xl:@max-3xl:md:border-0 @2xl:@max-3xl:md:pt-0';

function Total({ prices, paymentType }: Omit<OrderSummaryProps, 'selection'>) {
  const partner = usePartner();
  const amount = (cents: number) => formatAmount(partner, cents);
  if (!paymentType) {
    return (
      <dl className={sums}>
        <Sum name="Paid in full">{amount(prices.fullCents)}</Sum>
        <Sum name="Or monthly, in all">{amount(prices.listCents)}</Sum>
        <Sum name="of which today, as a deposit">{amount(prices.depositCents)}</Sum>
      </dl>
    );
  }
  return (
    <dl className={sums}>
      {paymentType === 'full' ? (
        <>
          <Sum name="Course fee">{amount(prices.listCents)}</Sum>
          <Sum name={`Upfront discount, ${prices.fullDiscountPercent}%`}>{`−${amount(prices.fullSavingCents)}`}</Sum>
        </>
      ) : (
        <>
          <Sum name="Course fee">{amount(prices.listCents)}</Sum>
          <Sum name="Later, monthly">{`from ${formatPrice(partner, prices.monthlyFromCents)}`}</Sum>
          <Sum name="Remains after today">{amount(prices.listCents - prices.depositCents)}</Sum>
        </>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1">
        <dt className="font-semibold">Due today</dt>
        <dd className="text-h2">{amount(paymentType === 'full' ? prices.fullCents : prices.depositCents)}</dd>
      </div>
    </dl>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
