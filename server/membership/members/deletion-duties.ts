import type { Transaction } from '../../platform/database/database.ts';

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
