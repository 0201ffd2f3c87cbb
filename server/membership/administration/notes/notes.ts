import type { Database } from '../../../platform/database/database.ts';
import { countNotes, type NoteBook, type NotePlace } from '../../../platform/notes/notes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import { holdMember } from '../../members/members.ts';

/** About whom notes are. */
interface NotedMember {
  siteId: string;
  memberId: string;
}

const placeOf = ({ siteId, memberId }: NotedMember): NotePlace => ({
  table: 'member_note',
  about: { site_id: siteId, member_id: memberId },
});

/**
 * The notes that staff keep about a member, who may ask for them (`members export`). They are erased with the member.
 *
 * @throws Refusal member-not-found from its `lock`
 */
export const notesOfMember = (of: NotedMember): NoteBook => ({
  place: placeOf(of),
  async lock(tx) {
    if (!(await holdMember(tx, of.memberId))) throw new Refusal('member-not-found');
  },
  record: (tx, { staffId, actor }, action) =>
    recordAct(tx, { staffId, actor, siteId: of.siteId, action, subject: of.memberId }),
});

/** How many notes there are about a member. */
export const countMemberNotes = (db: Database, of: NotedMember): Promise<number> => countNotes(db, placeOf(of));
