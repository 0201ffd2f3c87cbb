import type { MemberStep, SeatsMeant } from '../../contract/console/members-schemas.ts';
import type { Role, StaffScope } from '../../contract/permissions.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Condition } from '../platform/lists/conditions.ts';
import type { Platform } from '../platform/platform.ts';
import type { MailStyle } from './sites/mail-look.ts';
import type { Sites } from './sites/sites.ts';
import type { StaffGrants } from './views/views.ts';

/** Dependencies of membership's rules. */
export interface Services extends Platform {
  sites: Sites;
  /** The look of mails, from another domain; called for each mail. */
  mailStyle?: MailStyle | undefined;
  /** The other domain's part in the deletion of a member. */
  deletionDuties?: DeletionDuties | undefined;
  /** Which members belong to partners, whom membership does not know. */
  partnerMembers?: PartnerMembers | undefined;
  /** Whether staff, whom membership does not know, are as they were. */
  staffGrants?: StaffGrants | undefined;
  /** What a person on the staff may do at the moment, for work that goes on after their call. */
  staffPowers?: StaffPowers | undefined;
  /** Gives a new site to who made it, in the transaction that makes it; membership does not know staff. */
  siteMade?: ((tx: Transaction, made: SiteMade) => Promise<void>) | undefined;
  /** Fields that another domain reads and writes by their keys. */
  neededFields?: NeededFields | undefined;
}

/** By site: a declaration of it is refused without these. */
export type NeededFields = Readonly<Record<string, readonly NeededField[]>>;

/** A field that is needed, who writes it, and what it holds. */
export interface NeededField {
  key: string;
  writableBy: 'member' | 'server';
  type: 'text' | 'boolean';
  derivedFrom?: 'has-password' | undefined;
}

/** Asked for in each batch of such work. @returns undefined for somebody who is not on the staff any more */
export type StaffPowers = (staffId: string) => Promise<{ role: Role; scope: StaffScope } | undefined>;

/** Who made a site in the console. */
export interface SiteMade {
  /** For the audit trail. */
  actor: string;
  staffId: string;
  siteId: string;
}

/** The members of partners, for staff who were given partners and not sites. */
export interface PartnerMembers {
  /** The site they are members of. */
  siteId: string;
  /** Narrows a statement to them. @param memberId the expression with a member's id */
  areOf(memberId: Condition, partners: readonly string[]): Condition;
  /** The same as a select of their ids, for a statement that begins with them. */
  idsOf?(partners: readonly string[]): Condition;
  /**
   * What a member ordered, paid and got back, with these partners: a select of `id`, `at`, `kind`, `title`, `detail`,
   * `actor` and `reason`.
   */
  happened?(memberId: string, partners: 'all' | readonly string[]): Condition;
  /** Narrows a statement to those who have come as far as a step on their way. @param of which seats the later steps are about */
  hasReached?(memberId: Condition, step: MemberStep, of?: SeatsMeant): Condition;
}

/** The other domain's part in the deletion of a member; membership does not know its data. */
export interface DeletionDuties {
  /** Consequences of a deletion for payments and seats, one sentence each, for staff to confirm. */
  explain(memberId: string): Promise<string[]>;
  /**
   * Expires the member's open checkouts at the card provider. Called before the deletion, outside any transaction.
   *
   * @throws Refusal payment-provider-unavailable
   */
  endCheckouts(memberId: string): Promise<void>;
  /** Called in the transaction that deletes the member, who is locked and still there. */
  letGo(tx: Transaction, memberId: string): Promise<void>;
}
