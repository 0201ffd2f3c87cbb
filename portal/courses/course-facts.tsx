import paceTexts from 'content:paces';
import type { ReactNode } from 'react';
import { courseWeeks, studyModeNames, studyModes } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { useContent } from '../partner/use-content.ts';
import { expectCatalogue, useCatalogue } from '../session/catalogue.ts';
import { findNextStart } from '../session/cohorts.ts';
import { formatPrice, formatStart } from '../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

expectCatalogue();

/** Length, pace, next start and price in one strip. */
export function CourseFacts({ course }: { course: CourseCode }) {
  const paces = useContent(paceTexts);
  return (
    <dl className="relative grid gap-x-8 gap-y-6 rounded-xl border border-line bg-white p-6 shadow-card @lg:grid-cols-2 @3xl:-mt-16 @5xl:grid-cols-4 @5xl:p-8">
      <Fact name="Length">
        {studyModes.map((mode) => (
          <Line key={mode} main={`${courseWeeks[mode]} weeks`} rest={studyModeNames[mode].toLowerCase()} />
        ))}
      </Fact>
      <Fact name="Pace">
        {studyModes.map((mode) => (
          <Line key={mode} main={paces[mode]} rest={studyModeNames[mode].toLowerCase()} />
        ))}
      </Fact>
      <Fact name="Next start">
        <NextStart course={course} />
      </Fact>
      <Fact name="Price">
        <Price />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="border-l-3 border-accent pl-3 text-sm text-muted">{name}</dt>
      <dd className="mt-1 pl-3.75">{children}</dd>
    </div>
  );
}

function Line({ main, rest }: { main: string; rest: string }) {
  return (
    <p>
      <strong className="font-semibold tabular-nums">{main}</strong> {rest}
    </p>
  );
}

function NextStart({ course }: { course: CourseCode }) {
  const partner = usePartner();
  const { data, isPending } = useCatalogue();
  if (isPending) return <Skeleton className="h-6 w-40 @lg:h-12" />;
  const next = data && findNextStart(data.cohorts, course);
  return next ? (
    <Line main={formatStart(partner, next.startDate)} rest={studyModeNames[next.mode].toLowerCase()} />
  ) : (
    <p>With the next available intake</p>
  );
}

function Price() {
  const partner = usePartner();
  const { data, isPending } = useCatalogue();
  if (isPending) return <Skeleton className="h-18 w-40" />;
  if (!data) return <p>Shown before you pay</p>;
  const price = (cents: number) => formatPrice(partner, cents);
  const { fullCents, listCents, depositCents, monthlyFromCents } = data.prices;
  return (
    <>
      <Line main={price(fullCents)} rest="upfront" />
      <p>{`or ${price(listCents)} in all: ${price(depositCents)} deposit, then from ${price(monthlyFromCents)} a month`}</p>
    </>
  );
}
