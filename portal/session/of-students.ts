import type { FieldChanges } from '../../client/account-calls.ts';
import type { Member } from '../../contract/members.ts';
import type { OwnFields, StudentMember } from '../../contract/student-fields.ts';

/**
 * Calls of a client as this site makes them: members in their answers are students, and fields they send are fields students
 * write. The client itself is for every site and takes any key.
 */
export type OfStudents<Value> = Value extends (...args: infer Args) => infer Answer
  ? (...args: Extract<OfStudents<Args>, unknown[]>) => OfStudents<Answer>
  : Value extends Promise<infer Settled>
    ? Promise<OfStudents<Settled>>
    : Value extends Member
      ? StudentMember
      : IsSame<Value, FieldChanges> extends true
        ? OwnFields
        : Value extends object
          ? { [Key in keyof Value]: OfStudents<Value[Key]> }
          : Value;

/** With their keys: a record of anything and an object of optional properties are assignable to each other. */
type IsSame<One, Other> = [One, Other, keyof One] extends [Other, One, keyof Other]
  ? [keyof Other] extends [keyof One]
    ? true
    : false
  : false;
