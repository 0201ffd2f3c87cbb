import { transaction, type Database } from '../../../platform/database/database.ts';
import { byteOrderMark, toCsvLine } from '../../../platform/csv.ts';
import { recordAct } from '../../audit/audit.ts';
import { awaitMembers } from '../../members/member-list.ts';
import type { Services } from '../../services.ts';
import type { Administration } from '../admin-members.ts';
import { columnsOf, type MemberColumn } from './member-columns.ts';
import { findPageEnd, listFiled, type FiledMember, type MemberFilter } from './member-files.store.ts';

/** Members that one statement looks at: some megabytes in memory, and far from the statement timeout. */
const pageSize = 2_000;

/**
 * A site's members as CSV, in pieces: who reads them slowly holds only memory for one page, and no transaction. Members
 * who join or change meanwhile may be in it or not. It stands in the audit trail before the first piece.
 */
export async function* exportMembers(
  services: Pick<Services, 'db' | 'reports'>,
  { site, actor }: Administration,
  filter: MemberFilter = {},
): AsyncGenerator<{ text: string; members: number }> {
  const note = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  await transaction(services.db, (tx) =>
    recordAct(tx, { siteId: site.id, actor, action: 'members.exported', subject: site.id, note: note.join(', ') }),
  );
  const columns = columnsOf(site);
  yield { text: `${byteOrderMark}${toCsvLine(columns.map(({ name }) => name))}\r\n`, members: 0 };
  for await (const page of readMembers(services, 'members export-all', site.id, filter))
    yield { text: page.map((member) => `${lineOf(columns, member)}\r\n`).join(''), members: page.length };
}

/** A site's members who pass a filter, in the order they joined, in pieces. @param report the command that reads them */
export async function* readMembers(
  { db, reports }: Pick<Services, 'db' | 'reports'>,
  report: 'members list' | 'members export-all',
  siteId: string,
  filter: MemberFilter,
): AsyncGenerator<FiledMember[], void> {
  await awaitMembers(db, siteId);
  for (let after: string | null = '0'; after !== null;) {
    const from: string = after;
    const page = await reports.read(report, (reading) => readPage(reading, { siteId, after: from, filter }));
    if (page.members.length > 0) yield page.members;
    after = page.end;
  }
}

async function readPage(db: Database, query: { siteId: string; after: string; filter: MemberFilter }) {
  const end = await findPageEnd(db, { ...query, limit: pageSize });
  return { end, members: end === null ? [] : await listFiled(db, { ...query, end }) };
}

const lineOf = (columns: readonly MemberColumn[], member: FiledMember) =>
  toCsvLine(columns.map((column) => cellOf(column, member)));

function cellOf(column: MemberColumn, member: FiledMember): string | null {
  if (column.holds !== 'field') return cells[column.holds](member);
  const { key } = column.field;
  return Object.hasOwn(member.fields, key) ? member.fields[key]! : null;
}

const listed = (names: readonly string[]) => (names.length === 0 ? null : names.join(' '));

const cells: Record<Exclude<MemberColumn['holds'], 'field'>, (member: FiledMember) => string | null> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  verified: ({ verified }) => String(verified),
  created: ({ createdAt }) => createdAt.toISOString(),
  plans: ({ freePlans }) => listed(freePlans),
  'paid-plans': ({ paidPlans }) => listed(paidPlans),
  permissions: ({ permissions }) => listed(permissions),
  'login-redirect': ({ loginRedirect }) => loginRedirect,
  metadata: ({ metaData }) => (Object.keys(metaData).length === 0 ? null : JSON.stringify(metaData)),
  'password-hash': () => null,
};
