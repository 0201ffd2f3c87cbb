import { addIndexes } from '../platform/database/indexes.ts';

/**
 * So that neither a request nor a job reads a large table from end to end; most serve one statement, which repeats the
 * condition.
 */
export const indexesForGrowth = addIndexes(
  // What has ended is found by its age.
  ['mailed_code_expires', 'mailed_code (expires_at)'],
  ['verification_link_expires', 'verification_link (expires_at)'],
  ['former_address_kept', 'former_address (kept_until)'],
  ['connect_ticket_expires', 'connect_ticket (expires_at)'],
  ['mail_outbox_age', 'mail_outbox (created_at) where dedupe_key is null'],
  ['mail_outbox_said', "mail_outbox (created_at) where dedupe_key is not null and recipient <> ''"],
  ['mail_outbox_keys', "mail_outbox (created_at) where dedupe_key is not null and recipient = ''"],
  ['provider_event_done', 'provider_event (received_at) where processed_at is not null'],
  ['plan_checkout_unpaid', "plan_checkout (created_at) where state in ('expired', 'failed')"],
  ['enrolment_order_unpaid', "enrolment_order (updated_at) where state in ('expired', 'cancelled', 'failed')"],
  ['enquiry_created', 'enquiry (created_at)'],
  ['member_unproved', 'member (id) where not verified'],
  // A member that is deleted takes its mails along.
  ['mail_outbox_member', 'mail_outbox (member_id) where member_id is not null'],
  // What is new in a channel is counted again and again.
  ['comment_channel_created', 'comment (channel_id, created_at)'],
  // What a site has.
  ['plan_checkout_site', 'plan_checkout (site_id, live, state)'],
  ['team_site', 'team (site_id)'],
  // What reconciliation looks for, the oldest first.
  [
    'plan_connection_due',
    "plan_connection (coalesce(next_billing_at, cancel_at)) where subscription_id is not null and status <> 'CANCELED'",
  ],
  ['plan_connection_polled', "plan_connection (asked_at) where subscription_id is not null and status <> 'CANCELED'"],
  [
    'plan_connection_unpaid',
    "plan_connection (asked_at) where subscription_id is not null and status in ('REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION')",
  ],
  [
    'plan_connection_orphan',
    "plan_connection (closed_at) where subscription_id is not null and subscription_status not in ('canceled', 'incomplete_expired')",
  ],
  ['refund_unfinished', "refund (updated_at) where state in ('requested', 'pending')"],
  ['enrolment_order_overdue', "enrolment_order (refund_due_at) where state = 'unseated'"],
  ['enrolment_order_refunded', "enrolment_order (id) where state = 'refunded'"],
  // The nightly look at the books goes through all orders, some at a time.
  ['enrolment_order_created', 'enrolment_order (created_at, id)'],
  ['review_item_subject', 'review_item (subject)'],
  // Foreign keys: a row that others refer to is deleted by looking for these.
  ['lead_member', 'lead (member_id) where member_id is not null'],
  ['plan_connection_checkout', 'plan_connection (checkout_id) where checkout_id is not null'],
  ['plan_connection_price', 'plan_connection (price_id) where price_id is not null'],
  ['plan_connection_plan', 'plan_connection (plan_id)'],
);
