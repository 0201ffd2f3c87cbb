/** A plan to be given, and what is known of its payment; none for a free plan. */
export interface PlanGrant {
  planId: string;
  payment?: {
    priceId: string;
    /** What was paid or is due, in cents. */
    amountCents: number;
    /** ISO 4217, upper case. */
    currency: string;
    /** As the card provider puts it, `paid` say. */
    status: string;
    lastBilledAt?: Date | undefined;
  };
}
