import { lazy, Suspense, useState } from 'react';
import type { StudentMember } from '../../contract/student-fields.ts';
import { PasswordForm } from './password-form.tsx';
import { ProveDialog } from './prove-dialog.tsx';
import { SessionList } from './session-list.tsx';
import { useRecentProof } from './use-recent-proof.ts';
import { useSessions } from './use-sessions.ts';

/** Fetched after the tab: passkeys and the QR code weigh more than the rest of it. */
const SecondFactorSection = lazy(async () => ({
  default: (await import('./second-factor-section.tsx')).SecondFactorSection,
}));

/** The password of the account, and where it is logged in. @param isOpen nothing is asked while another tab is */
export function SecurityTab({ member, isOpen }: { member: StudentMember; isOpen: boolean }) {
  const proof = useRecentProof();
  const sessions = useSessions(isOpen, proof);
  const [changes, setChanges] = useState(0);
  function onPasswordDone(): void {
    setChanges(changes + 1);
    sessions.refetch();
  }
  return (
    <div className="max-w-task space-y-12 pt-8">
      {/* Another form for another password: nothing that was typed stays in the page. */}
      <PasswordForm key={changes} member={member} proof={proof} onDone={onPasswordDone} />
      {isOpen && (
        <Suspense>
          <SecondFactorSection isOpen={isOpen} proof={proof} />
        </Suspense>
      )}
      <SessionList sessions={sessions} />
      {proof.isAsking && (
        <ProveDialog auth={member.auth} onProved={() => proof.answer(true)} onClose={() => proof.answer(false)} />
      )}
    </div>
  );
}
