import { Check, Lock } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../ui/checkbox-field.tsx';
import { join } from '../ui/join.ts';
import './pay-bar.css';

interface PaymentOptionProps {
  name: string;
  title: string;
  /** A word or two beside the title. */
  flag?: ReactNode;
  /** What is paid today, "NZ$500". */
  today: string;
  /** A price that is no longer asked. */
  was?: string;
  /** What it means, one sentence each. */
  points: readonly string[];
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
export function PaymentOption(option: PaymentOptionProps) {
  const { name, title, flag, today, was, points, refundRule, acknowledgement, ticked, onTick, isChosen } = option;
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={join(
        // Side by side, the lines of both options stand at one height.
        'grid grid-cols-1 gap-y-0 rounded-xl border bg-white p-5 shadow-card @xl:row-span-6 @xl:grid-rows-subgrid',
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
        {points.map((point) => (
          <Point key={point}>{point}</Point>
        ))}
        <Point>{refundRule}</Point>
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

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Check className="mt-0.5 size-4 shrink-0 text-brand" aria-hidden="true" />
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
function PayAction({ today, payLabel, pending, ticked, isChosen, onPay }: PaymentOptionProps) {
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
          Due today <strong className="font-semibold tabular-nums">{today}</strong>
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
