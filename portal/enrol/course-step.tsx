import {
  ArrowRight,
  CalendarDays,
  ChartNetwork,
  Check,
  Clock,
  CodeXml,
  Hammer,
  ShieldCheck,
  Wallet,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import courseCards from 'content:course-cards';
import type { ReactNode } from 'react';
import type { Catalogue } from '../../contract/cohorts.ts';
import { courseCodes, courses, courseWeeks } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { useContent } from '../partner/use-content.ts';
import { findNextStart } from '../session/cohorts.ts';
import { Button } from '../../ui/button.tsx';
import { formatPrice, formatStart } from '../ui/format.ts';
import { join } from '../../ui/join.ts';
import { SpinnerIcon } from '../../ui/spinner.tsx';
import { monthsToPay } from './deposit-terms.ts';

interface CourseStepProps {
  catalogue: Catalogue;
  chosen: CourseCode | undefined;
  /** The course being saved right now. */
  saving: string | undefined;
  onChoose: (course: CourseCode) => void;
  onContinue: () => void;
}

/** Step 1. Choosing moves on by itself; the button is for coming back to the step. */
export function CourseStep({ catalogue, chosen, saving, onChoose, onContinue }: CourseStepProps) {
  const canContinue = chosen !== undefined;
  return (
    <>
      <ul className="grid gap-4">
        {courseCodes.map((course) => (
          <li key={course}>
            <CourseCard
              course={course}
              catalogue={catalogue}
              isChosen={course === chosen}
              isSaving={course === saving}
              onChoose={() => onChoose(course)}
            />
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-col items-start gap-2">
        <Button
          aria-disabled={!canContinue || undefined}
          aria-describedby={canContinue ? undefined : 'course-missing'}
          onClick={() => canContinue && onContinue()}
          className="w-full sm:w-auto"
        >
          Continue to Cohort Selection
        </Button>
        {!canContinue && (
          <p id="course-missing" className="text-sm text-muted">
            Choose a course to continue.
          </p>
        )}
      </div>
    </>
  );
}

const courseIcons: Record<CourseCode, LucideIcon> = { cyber: ShieldCheck, data: ChartNetwork, software: CodeXml };

interface CourseCardProps {
  course: CourseCode;
  catalogue: Catalogue;
  isChosen: boolean;
  isSaving: boolean;
  onChoose: () => void;
}

function CourseCard({ course, catalogue, isChosen, isSaving, onChoose }: CourseCardProps) {
  const partner = usePartner();
  const next = findNextStart(catalogue.cohorts, course);
  const { promise, build } = useContent(courseCards)[course];
  const { prices } = catalogue;
  const price = (cents: number) => formatPrice(partner, cents);
  const Icon = courseIcons[course];
  return (
    <article
      className={join(
        'group relative h-full rounded-xl border bg-white p-5 shadow-card transition-colors hover:border-brand md:p-6',
        isChosen ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <div className="flex items-start gap-4">
        <span
          aria-hidden="true"
          className="flex size-12 shrink-0 items-center justify-center rounded-lg bg-tint text-brand max-sm:hidden"
        >
          <Icon className="size-6" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-4">
            <h2 className="text-h3">
              {/* The button covers the whole card, so the card is one target with one name. */}
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={onChoose}
                className="cursor-pointer text-left after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-(--focus)"
              >
                {courses[course].name}
              </button>
            </h2>
            <CardState isChosen={isChosen} isSaving={isSaving} />
          </div>
          <p className="mt-1 text-muted">{promise}</p>
        </div>
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm @lg:grid-cols-2">
        <Fact icon={Clock} name="Length">
          <span className="block">{`${courseWeeks['full-time']} weeks full-time`}</span>
          <span className="block">{`${courseWeeks['part-time']} weeks part-time`}</span>
        </Fact>
        <Fact icon={CalendarDays} name="Next start">
          {next ? formatStart(partner, next.startDate) : 'Next available intake'}
        </Fact>
        <Fact icon={Wallet} name="Price">
          <span className="block">{`${price(prices.fullCents)} upfront`}</span>
          <span className="block">
            {`or ${price(prices.listCents)} over about ${monthsToPay(prices)} months, ${price(prices.depositCents)} of it today`}
          </span>
        </Fact>
        <Fact icon={Hammer} name="You will build">
          {build.short}
        </Fact>
      </dl>
    </article>
  );
}

function CardState({ isChosen, isSaving }: { isChosen: boolean; isSaving: boolean }) {
  if (isSaving) {
    return (
      <span className="flex items-center gap-2 pt-1 text-sm font-semibold text-brand">
        <SpinnerIcon /> Saving
      </span>
    );
  }
  if (isChosen) {
    return (
      <span className="flex items-center gap-1.5 pt-1 text-sm font-semibold text-brand">
        <Check className="size-5" aria-hidden="true" /> Selected
      </span>
    );
  }
  return <ArrowRight className="mt-1 size-5 text-muted group-hover:text-brand" aria-hidden="true" />;
}

function Fact({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="relative pl-6.5">
      <dt className="text-muted">
        <Icon className="absolute top-0.5 left-0 size-4" aria-hidden="true" />
        {name}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
