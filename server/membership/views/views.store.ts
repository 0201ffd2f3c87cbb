import { sql } from 'kysely';
import { viewMinutes } from '../../../contract/view-link.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { anyOf, type Condition } from '../../platform/lists/conditions.ts';

/** A view to store. */
export interface NewView {
  id: string;
  siteId: string;
  memberId: string;
  staffId: string;
  /** Of the person as the guard of the console has seen them. */
  staffVersion: number;
  actor: string;
  reason: string;
  codeHash: Buffer;
}

/** A view that has just ended. */
export interface EndedView {
  siteId: string;
  memberId: string;
  staffId: string;
  actor: string;
  reason: string;
  /** Whether its time was up. */
  isOver: boolean;
}

/**
 * What membership asks about staff, whom it does not know: whether a person is still as they were when they began
 * something. Any change of their role or scope, and their removal, ends what they began.
 */
export interface StaffGrants {
  /** A condition on two expressions: the person's id, and the version they had. */
  stand(staffId: Condition, version: Condition): Condition;
}

/** Whether the person on the staff is as they were when a view `v` began. Without staff nobody is. */
export const standing = (grants: StaffGrants | undefined): Condition =>
  grants?.stand(sql`v.staff_id`, sql`v.staff_version`) ?? sql`false`;

/** Seconds within which a code has to be used. */
const codeSeconds = 5 * 60;

const isOpen = sql<boolean>`v.ended_at is null and v.ends_at > now()`;

/** Stores a view. @returns when it ends, by the database's clock */
export async function insertView(tx: Transaction, view: NewView): Promise<Date> {
  const { rows } = await sql<{ endsAt: Date }>`
    insert into member_view (id, site_id, member_id, staff_id, staff_version, actor, reason, code_hash, code_ends_at, ends_at)
    values (${view.id}, ${view.siteId}, ${view.memberId}, ${view.staffId}, ${view.staffVersion}, ${view.actor},
      ${view.reason}, ${view.codeHash}, now() + make_interval(secs => ${sql.lit(codeSeconds)}),
      now() + make_interval(mins => ${sql.lit(viewMinutes)}))
    returning ends_at as "endsAt"`.execute(tx);
  return rows[0]!.endsAt;
}

/** Takes a code, which works once, and stores the token in its place. @returns undefined where no such code is good */
export async function exchangeCode(
  db: Database,
  siteId: string,
  { codeHash, tokenHash, stands }: { codeHash: Buffer; tokenHash: Buffer; stands: Condition },
): Promise<{ memberId: string; secondsLeft: number } | undefined> {
  const { rows } = await sql<{ memberId: string; secondsLeft: number }>`
    update member_view v set code_hash = null, token_hash = ${tokenHash}
    where code_hash = ${codeHash} and site_id = ${siteId} and code_ends_at > now() and ${isOpen} and ${stands}
    returning member_id as "memberId", floor(extract(epoch from ends_at - now()))::int as "secondsLeft"`.execute(db);
  return rows[0];
}

/** The running view of a token at a site. */
export async function findOpenView(
  db: Database,
  siteId: string,
  { tokenHash, stands }: { tokenHash: Buffer; stands: Condition },
): Promise<{ memberId: string; staffId: string } | undefined> {
  const { rows } = await sql<{ memberId: string; staffId: string }>`
    select member_id as "memberId", staff_id as "staffId" from member_view v
    where token_hash = ${tokenHash} and site_id = ${siteId} and ${isOpen} and ${stands}`.execute(db);
  return rows[0];
}

/** Which views end: that of a token, those of a member, or those whose time or staff is gone. */
export type Ending = { siteId: string; tokenHash: Buffer } | { memberId: string } | { withoutStanding: Condition };

const among = (ending: Ending): Condition => {
  if ('tokenHash' in ending) return sql`site_id = ${ending.siteId} and token_hash = ${ending.tokenHash}`;
  if ('memberId' in ending)
    return sql`(site_id, member_id) = (select site_id, id from member where id = ${ending.memberId})`;
  return anyOf([sql`v.ends_at <= now()`, sql`not ${ending.withoutStanding}`]);
};

/** Ends views, each once. */
export async function endViews(tx: Transaction, ending: Ending): Promise<EndedView[]> {
  const { rows } = await sql<EndedView>`
    update member_view v set ended_at = now(), code_hash = null, token_hash = null
    where ended_at is null and ${among(ending)}
    returning site_id as "siteId", member_id as "memberId", staff_id as "staffId", actor, reason,
      ends_at <= now() as "isOver"`.execute(tx);
  return rows;
}
