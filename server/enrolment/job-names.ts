/** The jobs of enrolment that rules queue, by name; what they do stands in `enrolment.ts`. */

/** Asks the provider for a refund we have decided on. */
export const requestRefundJob = 'request-refund';
/** Refunds an unseated order nobody decided about. */
export const refundUnseatedJob = 'refund-unseated-order';
/** Ends whatever a member could still pay. */
export const closeCheckoutsJob = 'close-other-checkouts';
/** Gives back the seat of a member whose address is still not proved. */
export const endUnprovedHoldJob = 'end-unproved-hold';
