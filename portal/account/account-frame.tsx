import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { courseWeeks, courses } from '../../shared/courses.ts';
import { PartnerLogo } from '../partner/partner-logo.tsx';
import { usePartner } from '../partner/partner.tsx';
import { useCatalogue } from '../session/catalogue.ts';
import { formatStart } from '../ui/format.ts';
import { findNextIntake } from './next-intake.ts';

/** The two panes of login, registration and reset: the form on white, the partner on its deep colour. Phones have the form. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className="panes grid flex-1 lg:grid-cols-2">
      <div className="flex flex-col justify-center px-4 py-10 md:px-8 md:py-16">
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
      className="relative hidden flex-col justify-between gap-16 overflow-hidden border-b border-white/15 bg-deep p-16 text-white lg:flex"
    >
      <img
        src={`/assets/mark-${code}.svg`}
        alt=""
        className="pointer-events-none absolute -right-40 -bottom-24 size-[32rem] opacity-10"
      />
      <div className="relative max-w-lg">
        <PartnerLogo className="h-12" />
        <p className="mt-10 text-h1 text-balance">
          {`Learn ${courses.cyber.name}, ${courses.data.name} or ${courses.software.name}.`}
        </p>
        <p className="mt-4 text-white/85">
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
    <div className="relative min-h-16">
      {intake && (
        <div className="flex items-center gap-4">
          <span className="inline-flex size-12 items-center justify-center rounded-lg bg-accent text-accent-ink ring-1 ring-white/25">
            <CalendarDays className="size-6" aria-hidden="true" />
          </span>
          <p>
            <span className="block text-sm text-white/85">Next intake</span>
            <span className="block text-h3 tabular-nums">{formatStart(partner, intake.startDate)}</span>
            <span className="block text-sm text-white/85">{`${courses[intake.course].name}, ${intake.mode}`}</span>
          </p>
        </div>
      )}
    </div>
  );
}
