import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { courseWeeks, courses } from '../../shared/courses.ts';
import { PartnerLogo } from '../partner/partner-logo.tsx';
import { usePartner } from '../partner/partner.tsx';
import { useCatalogue } from '../session/catalogue.ts';
import { formatPrice, formatStart } from '../ui/format.ts';
import { findNextIntake } from './next-intake.ts';

/**
 * Login, registration and reset: the form on white, what can be learnt here on the partner's deep colour. Two panes side
 * by side; on phones a band above the form.
 */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className="panes flex flex-1 flex-col lg:grid lg:grid-cols-2">
      <div className="flex flex-1 flex-col justify-center px-4 py-10 md:px-8 md:py-16">
        <div className="mx-auto w-full max-w-form">{children}</div>
      </div>
      <PartnerPanel />
    </div>
  );
}

function PartnerPanel() {
  const { code } = usePartner();
  return (
    <aside
      aria-label="About the courses"
      className="relative flex flex-col justify-between gap-3 overflow-hidden border-b border-white/15 bg-deep px-4 py-4 text-white max-lg:order-first md:px-8 lg:gap-16 lg:p-16"
    >
      <img
        src={`/assets/mark-${code}.svg`}
        alt=""
        className="pointer-events-none absolute -right-40 -bottom-24 size-[32rem] opacity-10 max-lg:hidden"
      />
      <div className="relative max-lg:mx-auto max-lg:w-full max-lg:max-w-form lg:max-w-lg">
        <PartnerLogo className="h-12 max-lg:hidden" />
        <p className="font-semibold text-balance lg:mt-10 lg:text-h1">
          {`Learn ${courses.cyber.name}, ${courses.data.name} or ${courses.software.name}.`}
        </p>
        <p className="mt-1 text-sm text-white/85 lg:mt-4 lg:text-base">
          {`${courseWeeks['full-time']} weeks full-time or ${courseWeeks['part-time']} weeks part-time.`}
        </p>
      </div>
      <NextIntake />
    </aside>
  );
}

/** Keeps its room while the date is on its way, so that nothing moves. */
function NextIntake() {
  const partner = usePartner();
  const { data } = useCatalogue();
  const intake = data && findNextIntake(data.cohorts);
  return (
    <div className="relative min-h-10 max-lg:mx-auto max-lg:w-full max-lg:max-w-form lg:min-h-16">
      {intake && (
        <div className="flex items-center gap-3 lg:gap-4">
          <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent text-accent-ink ring-1 ring-white/25 lg:size-12">
            <CalendarDays className="size-5 lg:size-6" aria-hidden="true" />
          </span>
          <p className="text-sm text-white/85">
            <span className="lg:block">Next intake </span>
            <span className="font-semibold text-white tabular-nums lg:block lg:text-h3">
              {formatStart(partner, intake.startDate)}
            </span>
            <span className="block">
              {`${courses[intake.course].name}, ${intake.mode}, ${formatPrice(partner, data.prices.fullCents)}`}
            </span>
          </p>
        </div>
      )}
    </div>
  );
}
