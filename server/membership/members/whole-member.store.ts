import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { shareReads } from '../../platform/database/shared-reads.ts';
import type { ShownConnection } from '../entitlements/connections.ts';
import type { OwnedTeam, Seat } from '../entitlements/seats.ts';
import { liveSessions } from '../sessions/sessions.ts';
import type { MemberRow } from './members.store.ts';

/** A member's row with providers, connections and teams. */
export interface WholeMember {
  row: NonNullable<MemberRow>;
  providers: string[];
  connections: ShownConnection[];
  seat: Seat | null;
  ownedTeams: OwnedTeam[];
}

type Stored = NonNullable<MemberRow> & {
  providers: string[];
  connections: (Omit<ShownConnection, 'lastBilledAt' | 'nextBillingAt' | 'cancelAt'> & {
    lastBilledAt: string | null;
    nextBillingAt: string | null;
    cancelAt: string | null;
  })[];
  seat: Seat | null;
  ownedTeams: OwnedTeam[];
};

const columns = sql`
    m.id, m.site_id, m.email, m.pending_email, m.verified, m.password_hash, m.custom_fields, m.meta_data,
      m.profile_image, m.login_redirect, m.card_customer_id, m.permissions, m.created_at,
      m.suspended_at, m.suspension_reason, m.proved_once, m.address_proved_once,
      array(select provider from member_identity where member_id = m.id order by connected_at, provider) as providers,
      coalesce((select json_agg(json_build_object(
          'id', c.id, 'planId', c.plan_id, 'type', c.type, 'status', c.status, 'priceId', c.price_id,
          'amountCents', c.amount_cents, 'currency', c.currency, 'paymentStatus', c.payment_status,
          'lastBilledAt', c.last_billed_at, 'nextBillingAt', c.next_billing_at, 'cancelAt', c.cancel_at
        ) order by c.created_at, c.id) from plan_connection c where c.member_id = m.id), '[]') as connections,
      (select json_build_object('teamId', t.id, 'connectionId', s.connection_id, 'planId', p.id, 'planName', p.name,
          'type', c.type, 'status', c.status)
        from team_seat s join team t on t.id = s.team_id join plan_connection c on c.id = t.connection_id
        join plan p on p.id = c.plan_id where s.member_id = m.id) as seat,
      coalesce((select json_agg(json_build_object('teamId', t.id, 'status', c.status) order by t.created_at, t.id)
        from team t join plan_connection c on c.id = t.connection_id where t.owner_id = m.id), '[]') as "ownedTeams"`;

/**
 * One query over the tables of several features, since every page of every site makes it. The features turn the rows
 * into what the wire shows.
 */
export const wholeMember = (memberId: string): RawBuilder<Stored> =>
  sql<Stored>`select ${columns} from member m where m.id = ${memberId}`;

/** A member with all of it; undefined for a deleted one. */
export async function findWholeMember(db: Database, memberId: string): Promise<WholeMember | undefined> {
  const { rows } = await wholeMember(memberId).execute(db);
  return rows[0] && read(rows[0]);
}

/** A session as a request names it. */
interface SessionKey {
  siteId: string;
  tokenHash: Buffer;
}

/** The member of a running session. */
interface MemberOfSession {
  whole: WholeMember;
  /** Whether the use of the session has to be noted. */
  noteIsOld: boolean;
  isSetupDue: boolean;
}

/**
 * The members of running sessions, in the same statement that finds the sessions: every page of every site asks for one.
 *
 * @returns in the order of the keys; undefined where no session runs
 */
async function listMembersOfSessions(
  db: Database,
  keys: readonly SessionKey[],
): Promise<(MemberOfSession | undefined)[]> {
  const siteIds = keys.map(({ siteId }) => siteId);
  const tokenHashes = keys.map(({ tokenHash }) => tokenHash);
  // The arrays are selected, so that a plan does not depend on their lengths and is made once for all.
  const { rows } = await sql<Stored & { place: number; noteIsOld: boolean; isSetupDue: boolean }>`
    select k.place::int as place, ${columns}, s.note_is_old as "noteIsOld", s.needs_second_factor as "isSetupDue"
    from unnest((select ${siteIds}::text[]), (select ${tokenHashes}::bytea[]))
      with ordinality as k (site_id, token_hash, place)
    join ${liveSessions} s on s.token_hash = k.token_hash and s.site_id = k.site_id
    join member m on m.id = s.member_id`.execute(db);
  const found = new Map(
    rows.map(({ place, noteIsOld, isSetupDue, ...stored }) => [place, { whole: read(stored), noteIsOld, isSetupDue }]),
  );
  return keys.map((_key, index) => found.get(index + 1));
}

/** The member of a running session; undefined where none runs. Requests that come together share a statement. */
export const findWholeMemberOfSession = shareReads(listMembersOfSessions);

/** Several members by their ids, in no order; deleted ones are left out. */
export async function listWholeMembers(db: Database, memberIds: readonly string[]): Promise<WholeMember[]> {
  const { rows } = await sql<Stored>`select ${columns} from member m where m.id = any(${memberIds}::text[])`.execute(
    db,
  );
  return rows.map(read);
}

const read = ({ providers, connections, seat, ownedTeams, ...row }: Stored): WholeMember => ({
  row,
  providers,
  connections: connections.map(readTimes),
  seat,
  ownedTeams,
});

const readTimes = (connection: Stored['connections'][number]): ShownConnection => ({
  ...connection,
  lastBilledAt: asDate(connection.lastBilledAt),
  nextBillingAt: asDate(connection.nextBillingAt),
  cancelAt: asDate(connection.cancelAt),
});

const asDate = (text: string | null) => (text === null ? null : new Date(text));
