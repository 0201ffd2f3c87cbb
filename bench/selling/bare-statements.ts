/** What selling takes at least: a floor with less would promise too much. */
export const texts = {
  findSession: `select member_id from session where token_hash = $1 and expires_at > now()`,
  lockMember: `select * from member where id = $1 for update`,
  lockCohort: `select capacity from cohort where id = $1 for no key update`,
  countSeats: `select count(*)::int as taken from seat_claim
    where cohort_id = $1 and (state = 'consumed' or (state = 'live' and expires_at > now()))`,
  insertOrder: `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency,
      amount_cents, balance_cents, state, session_expires_at, acknowledged_at)
    values ($1, $1, $2, 'uts', $3, 'data', 'full', 'NZD', 1237500, 0, 'draft', now() + interval '35 minutes', now())`,
  insertClaim: `insert into seat_claim (id, cohort_id, member_id, order_id, state, expires_at, network)
    values ($1, $2, $3, $1, 'live', now() + interval '40 minutes', '')`,
  setCheckout: `update enrolment_order set state = 'awaiting-payment', session_id = $2, checkout_url = $3,
    updated_at = now() where id = $1`,
  keepEvent: `insert into provider_event (id, type, object_id, provider_payment_id, live) values ($1, $2, $3, $4, false)
    on conflict (id) do nothing returning id`,
  // Nothing handles it: the floor is that of the acknowledgement.
  queueEvent: `select graphile_worker.add_job('bench-nothing', json_build_object('eventId', $1::text),
    run_at => now() + interval '1 day')`,
  listDue: `select id, event, payload, created_at from site_event_delivery
    where site_id = $1 and endpoint_id = $2 and state = 'waiting' order by next_attempt_at limit 5`,
  settle: `update site_event_delivery set state = 'delivered', attempts = attempts || $2::jsonb where id = $1`,
} as const;
