import type { ShownMember } from '../../../../contract/console/members-schemas.ts';
import { countComments } from '../../comments/comments.ts';
import type { Services } from '../../services.ts';
import { listSessions, sessionToWire } from '../../sessions/sessions.ts';
import type { Site } from '../../sites/site.ts';
import { showMember } from '../admin-members.ts';
import { versionOf } from '../member-version.ts';
import { memberName } from './member-name.ts';

/** A member as their page in the console shows them. @throws Refusal member-not-found */
export async function showToStaff(services: Services, site: Site, memberId: string): Promise<ShownMember> {
  const { db } = services;
  const member = await showMember(services, db, memberId);
  return {
    ...member,
    name: memberName(member.customFields),
    version: versionOf(site, member),
    sessions: (await listSessions(db, memberId)).map(sessionToWire),
    comments: await countComments(db, memberId),
  };
}
