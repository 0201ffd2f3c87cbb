import { addIndexes } from '../platform/database/indexes.ts';

/** Mails as staff list and search them, and the comments of all channels, the newest first. */
export const listsOfMails = addIndexes(
  ['mail_outbox_newest', `mail_outbox (created_at, id) where recipient <> ''`],
  ['mail_outbox_site', `mail_outbox (site_id, created_at, id) where recipient <> ''`],
  ['mail_outbox_partner', `mail_outbox (partner, created_at, id) where partner is not null and recipient <> ''`],
  ['mail_outbox_search', `mail_outbox (recipient text_pattern_ops) where recipient <> ''`],
  ['mail_outbox_waiting', 'mail_outbox (created_at, id) where sent_at is null and dropped_at is null'],
  ['comment_newest', 'comment (created_at, id)'],
);
