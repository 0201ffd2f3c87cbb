import { features as enrolment } from './enrolment/features.ts';
import { features as membership } from './membership/features.ts';
import type { EndedRows } from './platform/ended-rows.ts';
import { endedRowsOf } from './platform/personal-data.ts';
import { platformEndedRows } from './platform/platform-ended-rows.ts';
import { features as staff } from './staff/features.ts';

/** All rows that jobs delete once they have ended. */
export const endedRows: readonly EndedRows[] = [
  ...platformEndedRows,
  ...[...Object.values(membership), ...Object.values(enrolment), ...Object.values(staff)].flatMap(
    ({ ended = [], personalData = [] }) => [...ended, ...endedRowsOf(personalData)],
  ),
];

/** What bounds a table, beside the rows that end. */
interface Bound {
  /** How many rows there are at most, or what their number follows. */
  most: string;
  /** A job that shrinks it otherwise than `endedRows`, by its name. */
  job?: string;
  /**
   * Whether it has few rows however large the product is. What is not small may have a million, so no statement may read
   * it from end to end (`growth-plans.test.ts`).
   */
  small?: true;
}

const perMember = 'its members';
const declared = 'what sites declare';
const standIn = 'development alone';

/** Every table of the database. A new one without an answer fails `growth.test.ts`. */
export const bounds: Readonly<Record<string, Bound>> = {
  audit_entry: { most: 'acts of staff and secret keys of two years (RETENTION_DAYS audit)', job: 'forget-old-acts' },
  authenticator_app: { most: 'one a person, and one that waits for its first code' },
  bulk_item: { most: 'members of the acts on many of 30 days' },
  bulk_job: { most: 'acts on many members of 31 days' },
  cancelled_run: { most: 'cohorts that do not run', small: true },
  captcha_use: { most: 'proofs of an hour' },
  card_comparison: { most: 'one', small: true },
  card_sandbox_fault: { most: 'one', small: true },
  card_sandbox_idempotency: { most: standIn, small: true },
  card_sandbox_object: { most: standIn, small: true },
  card_sandbox_task: { most: standIn, small: true },
  cohort: { most: 'intakes that were offered', small: true },
  cohort_mail: { most: 'mails that staff wrote to students of a cohort, and drafts of a day', small: true },
  comment: { most: 'what members wrote; goes with its author' },
  comment_channel: { most: 'channels with a post or a subscription', job: 'forget-empty-channels' },
  comment_subscription: { most: 'a member and channel' },
  // Without an index by age: it would be written to with each sign of presence, to find an hour's rows once.
  comment_typing: { most: 'who was in a channel in the last hour', small: true },
  comment_vote: { most: 'a member and comment' },
  connect_ticket: { most: 'windows opened in a minute' },
  content_item: { most: declared, small: true },
  content_piece: { most: 'pieces of page content, for all partners and for each', small: true },
  content_publication: { most: 'what staff published: the history of each piece', small: true },
  development_mail: { most: 'a few hundred, in development alone', job: 'trim-development-mail', small: true },
  development_secret: { most: 'three', small: true },
  eligibility_check: { most: 'ten a member, the newest' },
  consultation: { most: 'times of consultations of a year; goes with its enquiry' },
  enquiry: { most: 'enquiries of a year' },
  enquiry_entry: { most: 'what happened to enquiries of a year; goes with its enquiry' },
  enrolment_order: { most: 'seats that were paid for: kept for the books' },
  first_factor_link: { most: 'accounts with a new second factor in 72 hours' },
  former_address: { most: 'addresses changed in 72 hours' },
  import_part: { most: 'parts of files of a day', job: 'forget-import-files' },
  kysely_migration: { most: 'migrations', small: true },
  kysely_migration_lock: { most: 'one', small: true },
  lead: { most: 'forms sent while their proof lasts' },
  lead_link: { most: 'links mailed while they last' },
  list_view: { most: '100 for each person on the staff', small: true },
  mail_outbox: { most: 'mails of a month, and for a year that one was sent' },
  mailbox_mail: { most: 'mails of a day' },
  mailed_code: { most: 'codes asked for while they last; one an address and purpose, and one of its owner' },
  member: { most: `${perMember}; abandoned ones go after a month`, job: 'forget-abandoned-accounts' },
  member_count: { most: 'sites, and what changed in five minutes', job: 'fold-member-counts', small: true },
  member_device: { most: 'a member and kind of browser, of half a year' },
  member_identity: { most: 'a member and provider' },
  member_import: { most: 'imports of members of 31 days' },
  member_import_fault: { most: 'ten thousand an import of 30 days' },
  member_json: { most: perMember },
  member_view: { most: 'views that staff began today and yesterday', small: true },
  member_note: { most: '200 a member' },
  move_choice: { most: 'students of moved cohorts: kept with their order' },
  moved_run: { most: 'moves of cohorts that were offered', small: true },
  openid_stand_in: { most: standIn, job: 'trim-openid-stand-in', small: true },
  order_note: { most: '200 an order' },
  page_count: {
    most: 'site, day and value: 200 paths, 200 events and thirty others a day; rare ones are merged',
    job: 'fold-rare-page-counts',
  },
  page_count_folding: { most: 'one', small: true },
  passkey: { most: 'twenty a person' },
  payment: { most: 'payments: kept for the books' },
  pending_sign_up: { most: 'sign-ups while their link lasts' },
  plan: { most: declared, small: true },
  plan_checkout: { most: 'plans that were paid for: kept for the books' },
  plan_connection: { most: 'a member and plan' },
  plan_payment: { most: 'payments: kept for the books' },
  price: { most: declared, small: true },
  provider_attempt: { most: 'windows opened while an attempt lasts' },
  provider_event: { most: 'events of a month, and those not handled' },
  rate_limit: { most: 'counts of a running window; failures in a row, two an account and four weeks after it' },
  recovery_code: { most: 'ten a person' },
  reply_draft: { most: 'one for each person on the staff and enquiry of a year' },
  reply_text: { most: '100 a partner', small: true },
  refund: { most: 'refunds: kept for the books' },
  refund_settlement: { most: 'refunds: kept for the books' },
  review_item: { most: 'matters about money: kept for the books' },
  run_choice: { most: 'students of cancelled cohorts: kept with their order' },
  seat_claim: { most: 'seats that were paid for: kept with their order' },
  second_factor_challenge: { most: 'sign-ins and registrations of five minutes' },
  secret_key: { most: 'keys that staff made', small: true },
  session: { most: 'twenty a member' },
  site: { most: 'sites', small: true },
  site_event_delivery: { most: 'events of a month, for each endpoint', job: 'erase-delivered-content' },
  site_event_endpoint: { most: declared, small: true },
  site_secret: { most: declared, small: true },
  staff: { most: 'the people who run the product', small: true },
  staff_invitation: { most: 'one for each of them', small: true },
  staff_session: { most: '20 for each of them', small: true },
  stored_file: { most: 'a picture a member, and those just replaced', job: 'sweep-files' },
  team: { most: 'plans for teams that members have' },
  team_bar: { most: 'members removed from a team' },
  team_seat: { most: perMember },
  verification_link: { most: 'links mailed while they last' },
  webinar: { most: 'webinars that staff made', small: true },
  webinar_attendee: { most: 'a member and occasion of a webinar' },
  webinar_recording: { most: 'an occasion of a webinar', small: true },
  webinar_registration: { most: 'a member and webinar' },
  'graphile_worker._private_job_queues': { most: 'two for each of 256 turns of webhooks', small: true },
  'graphile_worker._private_jobs': { most: 'work that waits, and what failed for good' },
  'graphile_worker._private_known_crontabs': { most: 'schedules', small: true },
  'graphile_worker._private_tasks': { most: 'kinds of jobs', small: true },
  'graphile_worker.migrations': { most: 'migrations of the queue', small: true },
};
