import { sql, type ColumnType, type Generated } from 'kysely';
import type { CourseCode } from '../../../shared/courses.ts';
import type { Webinar, WebinarDate } from '../../../shared/page-content.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { WebinarState } from '../../../contract/webinars.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  webinar: {
    id: string;
    partner: PartnerCode | null;
    course: CourseCode;
    state: WebinarState;
    title: string;
    description: string;
    host: string;
    category: Webinar['category'];
    minutes: Webinar['minutes'];
    attendees: number;
    first_day: ColumnType<Date, string, string>;
    every_weeks: number | null;
    start_time: string;
    link: string | null;
    reminder_hours: Generated<number[]>;
    version: Generated<number>;
    calendar_version: Generated<number>;
    created_at: Generated<Date>;
  };
};

/** A webinar as it is stored; its texts have words in braces. */
export interface StoredWebinar extends Webinar {
  /** null for one of all partners. */
  partner: PartnerCode | null;
  course: CourseCode;
  state: WebinarState;
  /** Where it takes place online; null while that is open. */
  link: string | null;
  /** Hours before the start. */
  reminderHours: number[];
  /** Rises with each change. */
  version: number;
  /** The version that calendar entries of those who registered have to show. */
  calendarVersion: number;
}

/** What staff or a file say of a webinar. */
export type NewWebinar = Omit<StoredWebinar, 'version' | 'calendarVersion'>;

type Row = Omit<StoredWebinar, 'date'> & { firstDay: string; everyWeeks: number | null };

const readRow = ({ firstDay, everyWeeks, ...row }: Row): StoredWebinar => ({
  ...row,
  date: everyWeeks === null ? { on: firstDay } : { everyWeeks, from: firstDay },
});

const selectWebinars = (db: Database) =>
  db
    .withTables<Tables>()
    .selectFrom('webinar')
    .select(['id', 'partner', 'course', 'state', 'title', 'description', 'host', 'category', 'minutes', 'attendees'])
    .select(['every_weeks as everyWeeks', 'start_time as time', 'link', 'reminder_hours as reminderHours'])
    .select(['version', 'calendar_version as calendarVersion'])
    .select(sql<string>`to_char(first_day, 'YYYY-MM-DD')`.as('firstDay'));

/** The published webinars for a partner's students. */
export const selectPublished = async (db: Database, partner: PartnerCode): Promise<StoredWebinar[]> =>
  (
    await selectWebinars(db)
      .where('state', '=', 'published')
      .where((row) => row.or([row('partner', 'is', null), row('partner', '=', partner)]))
      .orderBy('id')
      .execute()
  ).map(readRow);

/** A webinar that staff of this scope see: one of their partners, or of all. */
export async function findInScope(
  db: Database,
  id: string,
  { partners }: Pick<StaffScope, 'partners'>,
): Promise<StoredWebinar | undefined> {
  const row = await selectWebinars(db)
    .where('id', '=', id)
    .where(inScope(partners, sql`partner`))
    .executeTakeFirst();
  return row && readRow(row);
}

/** Whether a webinar of this partner is in a scope. Those of all partners are in every scope. */
export const inScope = (partners: StaffScope['partners'], partner: ReturnType<typeof sql>) =>
  partners === 'all' ? sql<boolean>`true` : sql<boolean>`(${partner} is null or ${partner} = any(${partners}::text[]))`;

/** Locks a webinar against changes by staff, together with others who do the same. */
export async function holdWebinar(tx: Transaction, id: string): Promise<StoredWebinar | undefined> {
  const row = await selectWebinars(tx).where('id', '=', id).forShare().executeTakeFirst();
  return row && readRow(row);
}

/** Locks a webinar of a scope to change it. */
export async function lockInScope(
  tx: Transaction,
  id: string,
  { partners }: Pick<StaffScope, 'partners'>,
): Promise<StoredWebinar | undefined> {
  const row = await selectWebinars(tx)
    .where('id', '=', id)
    .where(inScope(partners, sql`partner`))
    .forUpdate()
    .executeTakeFirst();
  return row && readRow(row);
}

const columnsOf = ({ date, time, reminderHours, ...webinar }: Omit<NewWebinar, 'id'>) => ({
  ...webinar,
  first_day: firstDayOf(date),
  every_weeks: 'on' in date ? null : date.everyWeeks,
  start_time: time,
  reminder_hours: reminderHours,
});
const firstDayOf = (date: WebinarDate) => ('on' in date ? date.on : date.from);

/** Adds webinars; those whose ids are there stay as they are. @returns ids of those added */
export async function insertWebinars(db: Database, webinars: readonly NewWebinar[]): Promise<string[]> {
  const inserted = await db
    .withTables<Tables>()
    .insertInto('webinar')
    .values(webinars.map(({ id, ...webinar }) => ({ id, ...columnsOf(webinar) })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

/** Whether there is any webinar. */
export const hasWebinars = async (db: Database): Promise<boolean> =>
  (await db.withTables<Tables>().selectFrom('webinar').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Stores a changed webinar under its next version. @returns that version */
export async function updateWebinar(
  tx: Transaction,
  { id, calendarVersion, version, ...webinar }: StoredWebinar,
): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('webinar')
    .set({ ...columnsOf(webinar), version, calendar_version: calendarVersion })
    .where('id', '=', id)
    .execute();
}
