import { LogIn, LogOut, UserPlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import type { StudentMember } from '../../contract/student-fields.ts';
import { usePartner } from '../partner/partner.tsx';
import { useScrollLock } from '../../ui/scroll-lock.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { NavLinkRow, navRowClass } from './nav-link-row.tsx';
import { MemberNavigation } from './member-navigation.tsx';
import { ReadingLinks } from './reading-links.tsx';
import { useLogout } from './use-logout.ts';

/** The drawer on phones. A modal dialog of the browser keeps the focus in; Escape, back and a press outside close it. */
export function MobileMenu({ member, onClose }: { member: StudentMember | null | undefined; onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  useScrollLock(true);
  useEffect(() => drawer.current?.showModal(), []);
  useCloseOnArrival(drawer);

  return (
    <dialog
      ref={drawer}
      aria-label="Menu"
      onClose={onClose}
      // The news of it comes a moment later, and would close a menu that was opened again meanwhile.
      onCancel={() => {
        drawer.current?.close();
        onClose();
      }}
      onClick={(event) => event.target === drawer.current && onClose()}
      className="drawer fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-2rem)] bg-white text-ink shadow-raised backdrop:bg-ink/60"
    >
      <div className="flex min-h-full flex-col gap-2 p-4">
        <button
          type="button"
          onClick={onClose}
          className="inline-flex size-11 cursor-pointer items-center justify-center self-end rounded-lg hover:bg-surface"
        >
          <X className="size-6" aria-hidden="true" />
          <span className="sr-only">Close menu</span>
        </button>
        {member === undefined && <Spinner />}
        {member === null && <VisitorMenu />}
        {member && <MemberMenu member={member} />}
      </div>
    </dialog>
  );
}

function MemberMenu({ member }: { member: StudentMember }) {
  const logOut = useLogout();
  return (
    <>
      <MemberNavigation member={member} isCollapsed={false} />
      <button type="button" onClick={logOut} className={`${navRowClass} mt-auto cursor-pointer`}>
        <LogOut className="size-5 shrink-0" aria-hidden="true" />
        Log Out
      </button>
    </>
  );
}

function VisitorMenu() {
  const partner = usePartner();
  return (
    <>
      <NavLinkRow page="login" icon={LogIn}>
        Login
      </NavLinkRow>
      <NavLinkRow page="register" icon={UserPlus}>
        Register
      </NavLinkRow>
      {partner.opensContent && <ReadingLinks />}
      <a href={`mailto:${partner.supportEmail}`} className={`${navRowClass} mt-auto`}>
        {partner.supportEmail}
      </a>
    </>
  );
}

/** At once: while it is open the page behind it, which is about to take the focus, cannot have it. */
function useCloseOnArrival(drawer: RefObject<HTMLDialogElement | null>): void {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current !== key) drawer.current?.close();
  }, [key, drawer]);
}
