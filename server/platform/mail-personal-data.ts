import { sql } from 'kysely';
import { keptDays } from '../../shared/retention.ts';
import { atSite, ofAddress, ofMember, type About, type PersonalTable } from './personal-data.ts';

/** Without mails about another member of the site, who had the address before. */
const notOfOthers =
  (about: About): About =>
  (person) =>
    sql`${about(person)} and (member_id is null or ${ofMember()(person)})`;

/** What is stored about people with mails. */
export const mailTables: readonly PersonalTable[] = [
  // Queued and sent mails. Bodies with codes or links (bearer credentials) are erased once the mail is sent.
  {
    table: 'mail_outbox',
    holds: 'mails: to whom, what about, and what they said',
    level: 'private',
    kept: `codes and links until they are sent; the rest ${keptDays.mail} days, or until the member goes`,
    about: notOfOthers(atSite(ofAddress('recipient'))),
    without: ['body_text', 'body_html', 'sealed_body', 'attachments', 'unsubscribe_url', 'dedupe_key'],
  },
];
