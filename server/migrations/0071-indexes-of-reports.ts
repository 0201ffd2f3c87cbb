import { addIndexes } from '../platform/database/indexes.ts';

/** Requests of a partner by when they came, and the seats of a cohort by when they were paid. */
export const indexesOfReports = addIndexes(
  ['enquiry_partner', 'enquiry (partner, created_at, id)'],
  ['enrolment_order_cohort', 'enrolment_order (cohort_id, paid_at, id) where paid_at is not null'],
);
