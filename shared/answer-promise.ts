/** What pages promise those who ask a partner's advisors, and staff are measured by. */

/**
 * Hours within which an advisor answers, of every kind of request: "A member of our team will contact you within 24
 * hours." after a consultation, "We reply within 24 hours." after a message to support, and a lead is contacted no later.
 * Hours as they pass: the pages say nothing of business hours.
 */
export const answerWithinHours = 24;

/** Length of a consultation in minutes, as the portal's common questions say. */
export const consultationMinutes = 30;
