import type { EntryKind } from '../../contract/console/requests-schemas.ts';
import { Notice } from '../../ui/notice.tsx';

/** What colleagues did to a request since the page was read. */
export interface OthersAct {
  name: EntryKind;
  actor: string;
  subject: string;
  value: string;
}

/** Two people on one request: what the other one sent, before this mail goes. */
export const OthersNotice = ({ acts }: { acts: readonly OthersAct[] }) => (
  <Notice tone="warning" role="alert" title="Somebody else was here meanwhile">
    {acts.map(({ name, actor, subject, value }) =>
      name === 'replied' ? (
        <div key={subject + value}>
          <p>
            {actor} sent “{subject}”:
          </p>
          <blockquote className="border-l-2 border-line pl-3 whitespace-pre-line">{value}</blockquote>
        </div>
      ) : (
        <p key={name + value}>{actor} changed who looks after it, its status or its time.</p>
      ),
    )}
    <p>What you typed is still here, and not sent. Press Send again if it should still go.</p>
  </Notice>
);
