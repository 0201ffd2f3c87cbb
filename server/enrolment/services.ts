import type { Permission, StaffScope } from '../../contract/permissions.ts';
import type { Database } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Students } from './students.ts';

/** A person on the staff who may do something, and where. */
export interface Colleague {
  id: string;
  /** Name, or address of one without. */
  name: string;
  email: string;
  scope: StaffScope;
}

/** Who on the staff has a permission. Staff are no part of enrolment, which asks for them (dependency inversion). */
export type Colleagues = (db: Database, permission: Permission) => Promise<Colleague[]>;

/** The dependencies of enrolment's rules. */
export interface EnrolmentServices extends Platform {
  membership: Students;
  /** Without it work can be given to no person. */
  colleagues?: Colleagues;
}
