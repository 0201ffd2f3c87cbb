import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { CohortMail } from '../../contract/console/runs-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { MailForm, type WrittenMail } from './mail-form.tsx';
import { MailPreview } from './mail-preview.tsx';
import { recipientsQuery } from './run-queries.ts';
import { SentMails } from './sent-mails.tsx';

/** A mail to students of a cohort: written, looked at as it will be, sent; and what was sent before. */
export function Component() {
  const { cohortId = '' } = useParams();
  const mayRun = useMay('run-cohorts');
  const { data: students, error } = useQuery({ ...recipientsQuery(cohortId), enabled: mayRun });
  const [written, setWritten] = useState<WrittenMail>();
  const [draft, setDraft] = useState<CohortMail>();
  const [isTyped, setTyped] = useState(false);
  if (!mayRun || isRefusal(error, 'cohort-not-found')) return <NotFound />;
  const end = () => {
    setDraft(undefined);
    setWritten(undefined);
    setTyped(false);
  };
  return (
    <Page
      title="Mail to students"
      within={{ label: 'Cohort', to: `/cohorts/${cohortId}` }}
      about="Under the name of each student’s partner, whose support gets the answers."
      width="text"
    >
      {error && (
        <Notice tone="error" role="alert" title="The students could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!students && !error && <Skeleton className="h-60" />}
      {draft && <MailPreview cohortId={cohortId} mail={draft} onBack={() => setDraft(undefined)} onSent={end} />}
      {students && !draft && (
        <MailForm
          cohortId={cohortId}
          students={students}
          written={written}
          onTyped={() => setTyped(true)}
          onDrafted={(mail, as) => {
            setWritten(as);
            setDraft(mail);
          }}
        />
      )}
      <LeaveGuard isDirty={isTyped}>The mail is not sent yet, and is lost when you go on.</LeaveGuard>
      <SentMails cohortId={cohortId} />
    </Page>
  );
}
