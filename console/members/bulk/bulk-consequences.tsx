import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AnyBulkAct, BulkPreview } from '../../../contract/console/bulk-schemas.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Chosen } from '../../list/use-chosen-rows.ts';
import { messageOf } from '../../session/message-of.ts';
import { bulkPreviewQuery } from './bulk-queries.ts';
import { membersInWords } from './bulk-words.ts';

interface BulkConsequencesProps {
  siteId: string;
  act: AnyBulkAct;
  chosen: Chosen;
  onKnown: (preview: BulkPreview) => void;
}

/** What an act will do, in numbers, before it is pressed. */
export function BulkConsequences({ siteId, act, chosen, onKnown }: BulkConsequencesProps) {
  const { data, error } = useQuery(bulkPreviewQuery(siteId, act, chosen));
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (data) tell(data);
  }, [data]);
  if (error)
    return (
      <Notice tone="error" role="alert" title="This cannot be done">
        <p>{messageOf(error)}</p>
      </Notice>
    );
  return (
    <div aria-live="polite">
      <Notice tone={act.kind === 'delete' ? 'warning' : 'info'} title="What it does">
        {data ? (
          <ul className="list-disc pl-5">
            {consequencesOf(act, data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>Counting…</p>
        )}
      </Notice>
    </div>
  );
}

function consequencesOf({ kind }: AnyBulkAct, preview: BulkPreview): string[] {
  const { members, isExact, unchanged, missing, isMailed, teamMembers, canUndo } = preview;
  const all = membersInWords(members, isExact);
  const firsts: Record<AnyBulkAct['kind'], string> = {
    'give-plan': `${all} will have the plan at once.`,
    'take-plan': `${all} will not have the plan any more, at once.`,
    'set-field': `${all} will have this value.`,
    'send-reset': `${all} will get a mail with a code and a link for a new password, fifty at a time.`,
    'end-sessions': `${all} will be logged out on all their devices.`,
    suspend: `${all} will be logged out, and cannot log in until the suspension is lifted. Plans and subscriptions stay.`,
    reinstate: `${all} will be able to log in again.`,
    delete: `${all} will be deleted with everything that is stored about them. Their open subscriptions end.`,
  };
  return [
    firsts[kind],
    ...(unchanged ? [`For ${membersInWords(unchanged)} of them nothing changes: it is so already.`] : []),
    ...(teamMembers ? [`Their teams end, and ${membersInWords(teamMembers)} of these lose the plan with them.`] : []),
    ...(missing > 0 ? [`${membersInWords(missing)} of those you chose are not there any more.`] : []),
    ...(isMailed ? [] : ['Nobody gets a mail.']),
    canUndo ? 'You can take it back afterwards.' : 'It cannot be taken back.',
  ];
}
