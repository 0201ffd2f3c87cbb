import type { Database } from '../../../platform/database/database.ts';
import { CsvFault, readCsv } from '../../../platform/csv.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isSame } from '../../declaration/compare.ts';
import { countMembersOf } from '../../members/member-list.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { faultAt, toFault, type ImportFault } from './import-faults.ts';
import { KnownAddresses } from './known-addresses.ts';
import { readHeader, readNamedHeader } from './member-columns.ts';
import { findFiled, type FiledMember } from './member-files.store.ts';
import { readRow, type MemberRow } from './member-row.ts';

/** What a row means for the site as it is now. */
export type Judged =
  | { kind: 'created'; line: number; row: MemberRow }
  | { kind: 'updated'; line: number; row: MemberRow; memberId: string }
  | { kind: 'unchanged' | 'present' | 'unproved'; line: number; row?: undefined }
  | { kind: 'faulty'; line: number; row?: undefined; faults: ImportFault[]; endsReading?: boolean };

/**
 * Rows that are looked up, and written, at a time. A page of the site's list waits for the transaction that writes them,
 * and sign-ups for that page, so it lasts a fraction of a second.
 */
const batchSize = 100;

interface Frame {
  site: Site;
  bytes: AsyncIterable<Buffer>;
  mayUpdate: boolean;
  /** What each column holds, where that is not what its name says; null for one that is passed over. */
  columns?: readonly (string | null)[] | undefined;
  /** Rows at the beginning that were judged before. */
  from?: number;
  /** How many of these are to be members and are not yet: they have taken their places. */
  awaited?: number;
}

/** Judges a file of members in batches, in its order. The faults that end the reading come last, whatever `from` is. */
export async function* judgeFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  frame: Frame,
): AsyncGenerator<Judged[]> {
  const known = new KnownAddresses();
  const room = await createRoom(db, frame.site, frame.awaited ?? 0);
  let batch: (MemberRow | ImportFault[])[] = [];
  let end: ImportFault[] = [];
  let rows = 0;
  try {
    for await (const row of readRows(frame, clock.now())) {
      const distinct = Array.isArray(row) ? row : withoutDuplicate(known, row);
      if (rows++ < (frame.from ?? 0)) continue;
      batch.push(distinct);
      if (batch.length < batchSize) continue;
      yield await judgeBatch(db, frame, batch, room);
      batch = [];
    }
  } catch (error) {
    if (error instanceof HeaderFault) end = error.faults;
    else if (error instanceof CsvFault) end = [toFault(error, error.line)];
    else throw error;
  }
  if (batch.length > 0) yield await judgeBatch(db, frame, batch, room);
  const [first] = end;
  if (first) yield [{ kind: 'faulty', line: first.line, faults: end, endsReading: true }];
}

/** A file of whose rows none can be read: its first one does not say what they hold. */
class HeaderFault extends Error {
  readonly faults: ImportFault[];

  constructor(faults: ImportFault[]) {
    super('a file of members without a header');
    this.faults = faults;
  }
}

/** @throws HeaderFault, CsvFault */
async function* readRows({ site, bytes, columns: named }: Frame, now: Date): AsyncGenerator<MemberRow | ImportFault[]> {
  let columns;
  for await (const row of readCsv(bytes)) {
    if (columns) {
      yield readRow({ site, columns, now }, row);
      continue;
    }
    const header = named ? readNamedHeader(site, row, named) : readHeader(site, row.cells, row.line);
    if (header.faults.length > 0) throw new HeaderFault(header.faults);
    columns = header.columns;
  }
  if (!columns) throw new HeaderFault([faultAt(1, null, 'empty-file')]);
}

function withoutDuplicate(known: KnownAddresses, row: MemberRow): MemberRow | ImportFault[] {
  const before = known.add(row.email, row.line);
  return before === undefined ? row : [faultAt(row.line, 'email', 'duplicate-address', `It is in line ${before}.`)];
}

async function judgeBatch(
  db: Database,
  { site, mayUpdate }: Frame,
  batch: readonly (MemberRow | ImportFault[])[],
  room: Room,
): Promise<Judged[]> {
  const emails = batch.flatMap((row) => (Array.isArray(row) ? [] : row.email));
  const found = new Map((await findFiled(db, site.id, emails)).map((member) => [member.email, member]));
  return batch.map((row) => {
    if (Array.isArray(row)) return { kind: 'faulty', line: row[0]!.line, faults: row };
    const member = found.get(row.email);
    if (!member) return room.take(row);
    return { ...judgeMember(row, member, mayUpdate), line: row.line };
  });
}

function judgeMember(row: MemberRow, member: FiledMember, mayUpdate: boolean) {
  if (!mayUpdate) return { kind: 'present' } as const;
  if (listChanges(row, member).length === 0) return { kind: 'unchanged' } as const;
  // A stranger may have made the account to be given the values of the owner of the address (pre-hijacking).
  if (!member.verified) return { kind: 'unproved' } as const;
  return { kind: 'updated', row, memberId: member.id } as const;
}

/** The names of a row's values that an update would write, as the audit trail notes them: those that the member has not. */
export function listChanges(row: MemberRow, member: FiledMember): string[] {
  const differing = (wanted: Record<string, unknown>, stored: Record<string, unknown>) =>
    // An own key: a member's record may lack one named `constructor`. The order of nested keys is that of jsonb.
    Object.keys(wanted).filter((key) => !isSame(Object.hasOwn(stored, key) ? stored[key] : null, wanted[key]));
  const { permissions = member.permissions, loginRedirect = member.loginRedirect } = row;
  const plans = [...member.freePlans, ...member.paidPlans];
  return [
    ...differing(row.fields, member.fields).map((key) => `customFields.${key}`),
    ...(differing(row.metaData ?? {}, member.metaData).length > 0 ? ['metaData'] : []),
    ...differing({ permissions, loginRedirect }, { ...member }),
    ...row.planIds.filter((id) => !plans.includes(id)).map((id) => `plan ${id}`),
  ];
}

interface Room {
  /** A newcomer, or the fault that the site takes no more. */
  take(row: MemberRow): Judged;
}

/** The places that a site with a limit of members has left. Decided again when a member is written. */
async function createRoom(db: Database, { id, memberLimit }: Site, taken: number): Promise<Room> {
  let left = memberLimit === null ? Infinity : memberLimit - taken - (await countMembersOf(db, id));
  return {
    take(row) {
      if (left-- > 0) return { kind: 'created', line: row.line, row };
      return {
        kind: 'faulty',
        line: row.line,
        faults: [toFault(new Refusal('test-mode-member-limit-reached'), row.line)],
      };
    },
  };
}
