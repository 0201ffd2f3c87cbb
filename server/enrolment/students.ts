import { personOf } from '../../contract/student-fields.ts';
import type { Only, StoredField, StudentFields, StudentMember } from '../../contract/student-fields.ts';
import type { AccountAddress, MemberRecord, Membership } from '../membership/index.ts';
import type { Database, Transaction } from '../platform/database/database.ts';

/** A member of the portal's site, with typed fields. */
export type StudentRecord = Omit<MemberRecord, 'fields'> & { fields: StudentFields };

/**
 * Membership as enrolment uses it: for one site, whose fields `contract/student-fields.ts` declares. The same functions
 * with narrower types, so that reading or writing an undeclared field does not compile.
 */
export interface Students extends Omit<Membership, keyof FieldCalls>, FieldCalls {}

interface FieldCalls {
  findMember(db: Database, memberId: string): Promise<StudentRecord | undefined>;
  lockMember(tx: Transaction, memberId: string): Promise<StudentRecord>;
  lockIfThere(tx: Transaction, memberId: string): Promise<StudentRecord | undefined>;
  lockMemberByEmail(tx: Transaction, of: AccountAddress): Promise<StudentRecord | undefined>;
  setServerFields<Fields extends Only<Fields, StoredField>>(
    tx: Transaction,
    memberId: string,
    fields: Fields,
  ): Promise<void>;
  makeUnclaimed<Fields extends Only<Fields, StoredField>>(
    tx: Transaction,
    account: AccountAddress & { fields: Fields; partner?: string },
  ): Promise<string | undefined>;
  isUnclaimed(member: StudentRecord): boolean;
  toWire(db: Database, memberId: string): Promise<StudentMember>;
}

/** A student's name as one line, "Ana Silva"; empty where none is known. */
export function nameOf(fields: StudentFields): string {
  const { firstName, lastName } = personOf(fields);
  return [firstName, lastName].filter((part) => part.trim() !== '').join(' ');
}
