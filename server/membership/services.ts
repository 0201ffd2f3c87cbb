import type { Transaction } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { MailStyle } from './sites/mail-look.ts';
import type { Sites } from './sites/sites.ts';

/** What the rules of membership work with. */
export interface Services extends Platform {
  sites: Sites;
  /** Another domain's say in how mails look; asked at each mail. */
  mailStyle?: MailStyle | undefined;
  /** What another domain does when a member is deleted. */
  deletionDuties?: DeletionDuties | undefined;
}

/** What another domain does when a member is deleted. Membership knows nothing of what it keeps. */
export interface DeletionDuties {
  /** What a deletion would mean for money and places, one sentence each, for staff to confirm. */
  explain(memberId: string): Promise<string[]>;
  /**
   * Ends at the card provider what the member could still pay. Called before the deletion, outside of any transaction.
   *
   * @throws Refusal payment-provider-unavailable
   */
  endCheckouts(memberId: string): Promise<void>;
  /** Called in the transaction that deletes the member, who is locked and still there. */
  letGo(tx: Transaction, memberId: string): Promise<void>;
}
