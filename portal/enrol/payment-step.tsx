import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Cohort, PriceBook } from '../../contract/cohorts.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import type { PaymentType } from '../../contract/payments.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPrice } from '../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { monthsToPay } from './deposit-terms.ts';
import { Leaving } from './leaving.tsx';
import { NoDateYet } from './no-date-yet.tsx';
import { OrderCheck } from './order-check.tsx';
import { PaymentOption } from './payment-option.tsx';
import { ProveAddress, UnprovedNotice } from './prove-address.tsx';
import type { EnrolStep } from './selection.ts';
import { StatsBanner } from './stats-banner.tsx';
import { useCheckout } from './use-checkout.ts';
import type { CheckoutRefusal } from './use-checkout.ts';

interface PaymentStepProps {
  member: StudentMember;
  cohort: Cohort;
  prices: PriceBook;
  chosen: PaymentType | undefined;
  /** How an attempt was to be paid that is taken up again. */
  retried: PaymentType | undefined;
  onChoose: (paymentType: PaymentType | undefined) => void;
  onRefusal: (refusal: CheckoutRefusal | undefined) => void;
  goTo: (step: EnrolStep) => void;
}

/** Step 3: what it costs, how to pay, and the way to the card page. */
export function PaymentStep({ member, cohort, prices, chosen, retried, onChoose, onRefusal, goTo }: PaymentStepProps) {
  const priceKey = `${prices.fullCents} ${prices.listCents} ${prices.depositCents}`;
  const [asked, setAsked] = useState<{ to: PaymentType | 'nothing'; priceKey: string }>();
  /** What is to be paid once the address is proved; 'nothing' where it is proved ahead. At another price it is pressed anew. */
  const proving = asked?.to === 'nothing' || asked?.priceKey === priceKey ? asked.to : undefined;
  const prove = (to: PaymentType | 'nothing') => setAsked({ to, priceKey });
  const heading = useRef<HTMLHeadingElement>(null);
  const checkout = useCheckout({ cohort, prices }, { onRefusal, onUnproved: prove });

  function goOn(): void {
    setAsked(undefined);
    if (proving !== undefined && proving !== 'nothing') return void checkout.pay(proving);
    toast(enrolMessages.proved);
    // The button that led here is gone with its notice.
    requestAnimationFrame(() => heading.current?.focus());
  }

  return (
    <div className="space-y-8">
      <StatsBanner />
      <OrderCheck member={member} cohort={cohort} onChange={goTo} />
      <NoDateYet cohort={cohort} />
      {!member.verified && <UnprovedNotice cohort={cohort} onProve={() => prove('nothing')} />}
      <section aria-labelledby="pay">
        <h2 id="pay" ref={heading} tabIndex={-1} className="text-h3">
          Choose how you pay
        </h2>
        <p className="mt-1 text-sm text-muted">
          All amounts are in New Zealand dollars (NZD). Nothing is added at the checkout.
        </p>
        <Options
          // A tick is for the amount beside it.
          key={priceKey}
          prices={prices}
          chosen={chosen}
          retried={retried}
          onChoose={onChoose}
          checkout={checkout}
        />
        <AcceptedCards />
        <p className="mt-3 text-sm text-muted">
          The card page belongs to our payment provider; your card number never reaches us.
        </p>
      </section>
      <Button look="outline" onClick={() => goTo('cohort')}>
        Back
      </Button>
      {proving !== undefined && (
        <ProveAddress
          email={member.auth.email}
          isOnTheWay={proving !== 'nothing'}
          onProved={goOn}
          onClose={() => setAsked(undefined)}
        />
      )}
      {checkout.state.is === 'leaving' && <Leaving url={checkout.state.url} onTurnBack={checkout.turnBack} />}
    </div>
  );
}

const cards = ['Visa', 'Mastercard', 'American Express'];

function AcceptedCards() {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 text-sm">
      <span id="cards" className="mr-1 text-muted">
        Cards we accept
      </span>
      <ul aria-labelledby="cards" className="flex flex-wrap gap-2">
        {cards.map((name) => (
          <li key={name} className="rounded-md border border-line bg-surface px-2.5 py-1 font-semibold">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OptionsProps = Pick<PaymentStepProps, 'prices' | 'chosen' | 'retried' | 'onChoose'> & {
  checkout: ReturnType<typeof useCheckout>;
};

function Options({ prices, chosen, retried, onChoose, checkout }: OptionsProps) {
  const partner = usePartner();
  const retriedOption = useViewOnArrival();
  const [ticked, setTicked] = useState<Record<PaymentType, boolean>>({ full: false, deposit: false });
  const price = (cents: number) => formatPrice(partner, cents);
  const { enrolment } = partner.words;
  const remainingCents = prices.listCents - prices.depositCents;
  const months = monthsToPay(prices);

  const common = (paymentType: PaymentType) => ({
    name: `acknowledge-${paymentType}`,
    ...(retried === paymentType && { ref: retriedOption }),
    ticked: ticked[paymentType],
    isChosen: chosen === paymentType,
    onTick: (isTicked: boolean) => {
      const now = { ...ticked, [paymentType]: isTicked };
      setTicked(now);
      const other = paymentType === 'full' ? 'deposit' : 'full';
      onChoose(isTicked ? paymentType : now[other] ? other : undefined);
    },
    pending: checkout.state.is !== 'idle' && checkout.state.paymentType === paymentType,
    onPay: () => void checkout.pay(paymentType),
  });

  return (
    <div className="mt-4 grid gap-4 @xl:grid-cols-2">
      <PaymentOption
        {...common('full')}
        title="Pay in full"
        flag={<Badge tone="success">{`${prices.fullDiscountPercent}% off`}</Badge>}
        today={price(prices.fullCents)}
        was={price(prices.listCents)}
        gains={[
          `${prices.fullDiscountPercent}% off: you save ${price(prices.fullSavingCents)}.`,
          'One payment today, nothing more to pay.',
        ]}
        refundRule={<RefundRule>The fee is non-refundable.</RefundRule>}
        acknowledgement={<Acknowledgement>{`the fee of ${price(prices.fullCents)} is non-refundable`}</Acknowledgement>}
        payLabel={`Pay ${price(prices.fullCents)} in full`}
      />
      <PaymentOption
        {...common('deposit')}
        title="Pay a deposit"
        today={price(prices.depositCents)}
        total={`${price(prices.listCents)} in all`}
        gains={[`The deposit is your ${enrolment} fee and secures your place today.`]}
        duties={[
          `Then monthly payments from ${price(prices.monthlyFromCents)}, which an advisor arranges with you.`,
          `${price(remainingCents)} remain after today: about ${months} months at that rate, fewer if you pay more a month.`,
          `${price(prices.listCents)} in all, which is ${price(prices.fullSavingCents)} more than paying in full today.`,
        ]}
        refundRule={<RefundRule>{`The ${enrolment} fee is non-refundable.`}</RefundRule>}
        acknowledgement={
          <Acknowledgement>{`the ${enrolment} fee of ${price(prices.depositCents)} is non-refundable`}</Acknowledgement>
        }
        payLabel={`Pay ${price(prices.depositCents)} deposit`}
      />
    </div>
  );
}

/** Brings an element into view once, when the page it stands on has been arrived at. */
function useViewOnArrival() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    // After the frame in which the page takes the view to its top.
    const frame = requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'start' }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return element;
}

function RefundRule({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <NewTabLink to={pathOf(usePartner(), 'refunds')}>Refund policy and your rights</NewTabLink>
    </>
  );
}

function Acknowledgement({ children }: { children: ReactNode }) {
  return (
    <>
      I accept the <NewTabLink to={pathOf(usePartner(), 'terms')}>terms</NewTabLink> and understand that {children}.
    </>
  );
}

/** Opens in a new tab: reading the rules must not leave the payment step. */
function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="font-semibold text-brand underline underline-offset-4">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
