import { Check, Dot, Lock } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { join } from '../../ui/join.ts';
import './pay-bar.css';

interface PaymentOptionProps {
  ref?: Ref<HTMLElement>;
  name: string;
  title: string;
  /** A word or two beside the title. */
  flag?: ReactNode;
  /** What is paid today, "NZ$500". */
  today: string;
  /** A price that is no longer asked. */
  was?: string;
  /** The sum of deposit and monthly payments, "NZ$16,500 in all". */
  total?: string;
  /** What speaks for it, one sentence each. */
  gains: readonly string[];
  /** What it binds to, one sentence each. */
  duties?: readonly string[];
  refundRule: ReactNode;
  acknowledgement: ReactNode;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
  /** The option acted on last: the one the summary and, on phones, the bar at the bottom show. */
  isChosen: boolean;
  payLabel: string;
  pending: boolean;
  onPay: () => void;
}

/** One way to pay, complete in itself: price, rules, its own tick and its own button. */
export function PaymentOption({ ref, ...option }: PaymentOptionProps) {
  const {
    name,
    title,
    flag,
    today,
    was,
    total,
    gains,
    duties = [],
    refundRule,
    acknowledgement,
    ticked,
    onTick,
  } = option;
  const { isChosen } = option;
  const headingId = useId();
  return (
    <section
      ref={ref}
      aria-labelledby={headingId}
      className={join(
        // Side by side, the lines of both options stand at one height.
        'grid scroll-mt-32 grid-cols-1 gap-y-0 rounded-xl border bg-white p-5 shadow-card @xl:row-span-6 @xl:grid-rows-subgrid',
        isChosen ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={headingId} className="font-semibold">
          {title}
        </h3>
        {isChosen ? <Selected /> : flag}
      </div>
      <p className="mt-2 text-h1 tabular-nums">{today}</p>
      <p className="text-sm text-muted tabular-nums">
        due today
        {total && <strong className="font-semibold text-ink">{`, of ${total}`}</strong>}
        {was && (
          <>
            {', instead of '}
            <s>
              <span className="sr-only">was </span>
              {was}
            </s>
          </>
        )}
      </p>
      <ul className="mt-4 mb-4 space-y-2 text-sm">
        {gains.map((gain) => (
          <Point key={gain} mark={<Check className="mt-0.5 size-4 text-brand" />}>
            {gain}
          </Point>
        ))}
        {duties.map((duty) => (
          <Duty key={duty}>{duty}</Duty>
        ))}
        <Duty>{refundRule}</Duty>
      </ul>
      <div className="border-t border-line pt-2 text-sm">
        <CheckboxField
          name={name}
          label={acknowledgement}
          checked={ticked}
          onChange={(event) => onTick(event.target.checked)}
        />
      </div>
      <PayAction {...option} />
    </section>
  );
}

/** A condition: marked with a dot, because a tick stands for a benefit. */
function Duty({ children }: { children: ReactNode }) {
  return <Point mark={<Dot className="mt-0.5 size-4 text-muted" />}>{children}</Point>;
}

function Point({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span aria-hidden="true" className="shrink-0">
        {mark}
      </span>
      <span>{children}</span>
    </li>
  );
}

function Selected() {
  return (
    <span className="flex items-center gap-1.5 text-sm font-semibold text-brand">
      <Check className="size-5" aria-hidden="true" /> Selected
    </span>
  );
}

/** On phones the button of the chosen option stands at the bottom of the screen, with what it costs today. */
function PayAction({ today, total, payLabel, pending, ticked, isChosen, onPay }: Omit<PaymentOptionProps, 'ref'>) {
  const missingId = useId();
  const isBar = isChosen && ticked;
  return (
    <div
      data-pay-bar={isBar || undefined}
      className={join(
        'mt-3',
        isBar &&
          'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:m-0 max-md:border-t max-md:border-line max-md:bg-white max-md:px-4 max-md:pt-2 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-md:shadow-raised',
      )}
    >
      {isBar && (
        <p className="mb-2 flex justify-between text-sm md:hidden">
          Due today <strong className="font-semibold tabular-nums">{total ? `${today} of ${total}` : today}</strong>
        </p>
      )}
      <Button
        disabled={!ticked}
        loading={pending}
        aria-describedby={ticked ? undefined : missingId}
        onClick={onPay}
        className="w-full"
      >
        {ticked && !pending && <Lock className="size-4" aria-hidden="true" />}
        {payLabel}
      </Button>
      {!ticked && (
        <p id={missingId} className="mt-2 text-sm text-muted">
          Tick the box above to pay this way.
        </p>
      )}
    </div>
  );
}
