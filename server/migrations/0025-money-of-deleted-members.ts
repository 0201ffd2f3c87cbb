import { sql, type Kysely } from 'kysely';

/**
 * Backfills the duties of a deletion for members deleted before: releases holds, deletes eligibility checks, and lists
 * unreviewed payments for staff. Open orders, due refunds and unprocessed events are left to reconciliation.
 */
export const moneyOfDeletedMembers = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `insert into review_item (id, kind, subject, note)
    select 'rev_' || md5(o.id), 'deleted-member-paid', o.id,
      o.reference || ': a member who ' || case o.state
        when 'paid' then 'was enrolled. The seat stays taken until the money is refunded'
        else 'had paid another amount than ordered. No seat is held' end
      || ', and the account was deleted. To pay the money back, refund '
      || coalesce((select string_agg(provider_payment_id, ' and ') from payment where order_id = o.id), 'the payment')
      || ' at the card provider.'
    from enrolment_order o
    where o.state in ('paid', 'review') and not exists (select from member where member.id = o.member_id)
    on conflict do nothing`,
  `update seat_claim set state = 'released', expires_at = null
    where state = 'live' and not exists (select from member where member.id = seat_claim.member_id)`,
  `delete from eligibility_check
    where not exists (select from member where member.id = eligibility_check.member_id)`,
];
