import { useQuery } from '@tanstack/react-query';
import type { CohortMail } from '../../contract/console/runs-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../session/message-of.ts';
import { momentOf } from '../shell/times.ts';
import { cohortMailsQuery } from './run-queries.ts';
import { RunRow, RunTable } from './run-table.tsx';
import { counted } from './run-words.ts';

/** What was sent to students of a cohort: by whom, when, and who got it. */
export function SentMails({ cohortId }: { cohortId: string }) {
  const { data: mails, error } = useQuery(cohortMailsQuery(cohortId));
  if (error)
    return (
      <Notice tone="error" role="alert" title="Earlier mails could not be read">
        <p>{messageOf(error)}</p>
      </Notice>
    );
  return (
    <section aria-labelledby="sent" className="mt-10">
      <h2 id="sent" className="mb-3">
        Sent before
      </h2>
      {mails?.length === 0 && <p className="text-muted">Nothing has been sent to students of this cohort from here.</p>}
      <ul className="flex flex-col gap-3">
        {mails?.map((mail) => (
          <li key={mail.id}>
            <SentMail mail={mail} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const unsent = (isRefused: boolean) => (isRefused ? 'The mail server did not take it' : 'Waits to be sent');

function SentMail({ mail: { subject, text, actor, sentAt, recipients } }: { mail: CohortMail }) {
  return (
    <details className="rounded-xl border border-line p-4">
      <summary className="cursor-pointer wrap-anywhere">
        <span className="font-semibold">{subject}</span>{' '}
        <span className="text-muted">
          {counted(recipients.length, 'recipient')}, by {actor}, {sentAt && momentOf(sentAt)}
        </span>
      </summary>
      <p className="my-4 whitespace-pre-wrap wrap-anywhere">{text}</p>
      <RunTable label={`Recipients of ${subject}`} head={['Student', 'Partner', 'Sent']}>
        {recipients.map(({ orderId, student, partner, sentAt: at, isRefused }) => (
          <RunRow
            key={orderId}
            label={student || 'Account deleted'}
            cells={[partner.toUpperCase(), at === null ? unsent(isRefused) : momentOf(at)]}
          />
        ))}
      </RunTable>
    </details>
  );
}
