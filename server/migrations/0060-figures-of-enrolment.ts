import { addIndexes } from '../platform/database/indexes.ts';

/** Figures of enrolment by partner and day, orders as staff list and look them up, and what waits for a person. */
export const figuresOfEnrolment = addIndexes(
  ['member_partner', 'member (partner, created_at, id) where partner is not null'],
  ['enrolment_order_paid', 'enrolment_order (partner, paid_at, id) where paid_at is not null'],
  ['enrolment_order_partner', 'enrolment_order (partner, created_at, id)'],
  ['enrolment_order_search', 'enrolment_order (reference text_pattern_ops)'],
  ['payment_received', 'payment (received_at)'],
  ['payment_disputed', 'payment (order_id) where dispute_lost'],
  ['refund_created', 'refund (created_at)'],
  ['enquiry_open_partner', 'enquiry (partner, created_at, id) where resolved_at is null'],
);
