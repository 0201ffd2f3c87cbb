import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database/database.ts';
import { deletingJob, type EndedRows } from './ended-rows.ts';
import { secondsPerDay } from './retention.ts';

/** The person whose data is exported or erased. */
export interface Person {
  memberId: string;
  siteId: string;
  /** Rows stored under an address alone belong to the member only if the address is proved. */
  provedEmail: string | null;
}

/**
 * Protection levels of personal data, by the harm of a leak. Printed in `docs/security/personal-data.md`. A column that
 * a table names under `without` is a secret, whatever the table's level.
 */
export const dataLevels = {
  secret: {
    means: 'opens something: a password, code, link, session or key',
    stored: 'as a hash (Argon2id, HMAC-SHA-256, SHA-256), or sealed with AES-256-GCM where it is needed again',
    shown: 'to nobody, in no export',
    logged: 'never; taken out of every line',
  },
  money: {
    means: 'orders, payments and refunds; card numbers never reach us',
    stored: 'as it is, under checks of the database',
    shown: 'to the member and to staff',
    logged: 'by id',
  },
  private: {
    means: 'who somebody is, where they can be reached, what they chose, wrote to us or did',
    stored: 'as it is; the operator encrypts disk and backups',
    shown: "to the member, to the site's server by its secret key, to staff by command",
    logged: 'by id; addresses are masked',
  },
  published: {
    means: 'what a member shows to others: picture, comments, votes, the fields a site has made public',
    stored: 'as it is',
    shown: 'to other visitors of the site',
    logged: 'by id',
  },
} as const;
/** The name of a protection level. */
export type DataLevel = keyof typeof dataLevels;

/** Chooses the rows of a table that are about a person. */
export type About = (person: Person) => RawBuilder<unknown>;

/** Rows that hold the member's id. @param column whose value it is */
export const ofMember =
  (column = 'member_id'): About =>
  ({ memberId }) =>
    sql`${sql.ref(column)} = ${memberId}`;

/** Rows about other people than members: staff. They are part of no member's export. */
export const ofNoMember: About = () => sql`false`;

/** Rows that hold the proved address. @param column whose value it is */
export const ofAddress =
  (column = 'email'): About =>
  ({ provedEmail }) =>
    sql`${sql.ref(column)} = ${provedEmail}`;

/** Rows of the member's site that one of the other functions chooses. */
export const atSite =
  (about: About): About =>
  (person) =>
    sql`site_id = ${person.siteId} and ${about(person)}`;

/**
 * Rows that one of the other functions chooses, for members of one site alone. For tables of that site without a column
 * for it: an address that was proved to another site proves nothing here.
 */
export const forMembersOf =
  (siteId: string, about: About): About =>
  (person) =>
    person.siteId === siteId ? about(person) : sql`false`;

/** Rows whose JSON holds the member's id under a key. */
export const ofMemberInJson =
  (column: string, key: string): About =>
  ({ memberId }) =>
    sql`${sql.ref(column)} ->> ${key} = ${memberId}`;

/** Rows that point at rows about them in another table. */
export const through =
  (column: string, table: string, about: About = ofMember()): About =>
  (person) =>
    sql`${sql.ref(column)} in (select id from ${sql.table(table)} where ${about(person)})`;

/** Rows that at least one of these chooses. */
export const anyOf =
  (...about: About[]): About =>
  (person) =>
    sql`(${sql.join(
      about.map((each) => each(person)),
      sql` or `,
    )})`;

/** That rows go when they have a certain age. Made by {@link endsAfter}. */
export interface Ending {
  days: number;
  since: string;
  job: EndedRows['job'];
}

/**
 * Declares that rows of a table go by their age. Nothing else is needed: the job is handled where the domain gathers its
 * features, and the page on personal data prints the days.
 *
 * @param days of age; from `keptDays` of `shared/retention.ts` where the privacy page tells of it
 * @param options.since the column with the time that counts
 * @param options.job name of the nightly job, no other's
 * @param options.schedule when it runs (cron, UTC)
 */
export const endsAfter = (days: number, { since, job, schedule }: EndingOptions): Ending => ({
  days,
  since,
  job: deletingJob(job, schedule),
});

interface EndingOptions {
  since: string;
  job: string;
  schedule: string;
}

/** When a row goes: by its age, or otherwise in words with the numbers that the code goes by; or both. */
type Kept = { ends: Ending; kept?: string } | { ends?: undefined; kept: string };

/** A table with personal data. */
export type PersonalTable = Kept & {
  table: string;
  /** Content, for a reader who does not know the schema. */
  holds: string;
  level: DataLevel;
  /** Condition that selects a person's rows. */
  about: About;
  /** Columns left out of an export: hashes and sealed values, which are credentials. */
  without?: readonly string[];
};

/** When a row of a table goes, in words. */
export const describeKept = ({ ends, kept }: PersonalTable): string =>
  [ends && `${ends.days} days`, kept].filter((part) => part !== undefined).join(', or ');

/** The rows of these tables that go by their age. */
export const endedRowsOf = (tables: readonly PersonalTable[]): EndedRows[] =>
  tables.flatMap(({ table, ends }) =>
    ends ? [{ table, since: ends.since, keptFor: ends.days * secondsPerDay, job: ends.job }] : [],
  );

/** What features say of what lasts as long as its member. */
export const withMember = 'as long as the member';
/** What features say of money. */
export const forTheBooks = 'for the books, beyond the member';

/**
 * Reads all rows about a person, as stored. Tables without any are left out.
 *
 * @param tables the first one a domain names comes first
 */
export async function readPersonalData(
  db: Database,
  tables: readonly PersonalTable[],
  person: Person,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { table, about, without = [] } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t where ${about(person)}`.execute(db);
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  return found;
}
