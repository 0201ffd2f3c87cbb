import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { Notes } from '../shell/notes.tsx';
import { notesKey, timelineKey, type MemberPlace } from './member-queries.ts';

const notesCall = '/console/api/sites/:siteId/members/:memberId/notes';

/** What colleagues noted about a member. */
export function NotesTab({ place }: { place: MemberPlace }) {
  return (
    <Notes
      mayWrite={useMay('change-members')}
      calls={{
        queryKey: notesKey(place),
        alsoKey: timelineKey(place),
        list: (after) => send(`GET ${notesCall}`, undefined, { ...place, ...(after !== null && { after }) }),
        add: (body) => send(`POST ${notesCall}`, { body }, { ...place }),
        change: (noteId, change) => send(`PATCH ${notesCall}/:noteId`, change, { ...place, noteId }),
        remove: (noteId) => send(`DELETE ${notesCall}/:noteId`, undefined, { ...place, noteId }),
        hint: 'For colleagues. The member may ask to read it, and it goes with them.',
      }}
    />
  );
}
