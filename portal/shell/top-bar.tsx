import { BookOpen, CircleHelp, LogIn, LogOut, Menu, User, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { StudentMember } from '../../contract/student-fields.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { profileOf } from '../session/standing.ts';
import { PartnerLogo } from '../partner/partner-logo.tsx';
import { Link } from '../../ui/link.tsx';
import { useShownStepName } from '../ui/step-name.ts';
import { MenuMissing } from './menu-missing.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { useGuidesVisitors, useIsWayIn } from './use-access.ts';
import { useLogout } from './use-logout.ts';

// Loaded by the first press, and no part of what every page waits for.
const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }));

const quiet =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm font-semibold text-white hover:bg-white/12';

/** The 64 px on top of every page. */
export function TopBar({ member }: { member: StudentMember | null | undefined }) {
  const partner = usePartner();
  const stepName = useShownStepName();
  return (
    <header className="on-deep sticky top-0 z-30 flex h-16 items-center gap-2 bg-deep pr-2 pl-4 text-white md:px-6 print:hidden">
      <Link to={pathOf(partner, 'home')} className="inline-flex h-11 items-center rounded-lg">
        <PartnerLogo className="h-7 w-auto" />
        <span className="sr-only"> home</span>
      </Link>
      <span className="min-w-0 flex-1 truncate text-center text-sm font-semibold md:hidden">{stepName}</span>
      <div className="ml-auto hidden items-center gap-1 md:flex">
        <a href={`mailto:${partner.supportEmail}`} className={quiet}>
          <CircleHelp className="size-4" aria-hidden="true" />
          Help
        </a>
        {member && <Account member={member} />}
        {member === null && <VisitorLinks />}
      </div>
      <MenuButton member={member} />
    </header>
  );
}

function Account({ member }: { member: StudentMember }) {
  const profile = pathOf(usePartner(), 'profile');
  const { firstName, email } = profileOf(member);
  const logOut = useLogout();
  return (
    <>
      <Link to={profile} className={`${quiet} max-w-48`}>
        <User className="size-4 shrink-0" aria-hidden="true" />
        <span className="truncate">{firstName || email}</span>
        <span className="sr-only"> profile</span>
      </Link>
      <button type="button" onClick={logOut} className={quiet}>
        <LogOut className="size-4" aria-hidden="true" />
        Log Out
      </button>
    </>
  );
}

/** The way in, on pages that are not the way in themselves, and the way to what is open where no side navigation shows it. */
function VisitorLinks() {
  const partner = usePartner();
  const isWayIn = useIsWayIn();
  const hasSideNav = useGuidesVisitors();
  return (
    <>
      {partner.opensContent && !hasSideNav && (
        <Link to={pathOf(partner, 'courseOutlines')} className={quiet}>
          <BookOpen className="size-4" aria-hidden="true" />
          Courses
        </Link>
      )}
      {!isWayIn && <WayIn />}
    </>
  );
}

function WayIn() {
  const partner = usePartner();
  return (
    <>
      <Link to={pathOf(partner, 'login')} className={quiet}>
        <LogIn className="size-4" aria-hidden="true" />
        Login
      </Link>
      <Link to={pathOf(partner, 'register')} className={quiet}>
        <UserPlus className="size-4" aria-hidden="true" />
        Register
      </Link>
    </>
  );
}

const MissingMenu = () => (
  <div className="absolute inset-x-0 top-16 bg-deep p-4 shadow-raised md:hidden">
    <MenuMissing />
  </div>
);

function MenuButton({ member }: { member: StudentMember | null | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
        className="inline-flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-white/12 md:hidden"
      >
        <Menu className="size-6" aria-hidden="true" />
        <span className="sr-only">Menu</span>
      </button>
      {open && (
        <PartBoundary instead={<MissingMenu />}>
          <Suspense>
            <MobileMenu member={member} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
