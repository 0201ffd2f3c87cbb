import type pg from 'pg';

/** How large a database is. */
export interface Size {
  members: number;
  orders: number;
}

/** The portal's site: its members are those who may have orders. */
export const siteId = 'app_enrolment';

const list = (words: string) => `(array['${words.split(' ').join(`','`)}'])`;
const firstNames = list(
  'Ana Ben Cleo Dan Eva Finn Grace Hana Iris Jack Kiri Liam Mere Noah Olive Pita Quinn Robin Sofia Tama Una Violet Wiremu Xavier Yara Zoe Aroha Bianca Carlos Dmitri Elena Farid Giulia Henare Imogen Jakob Keiko Lucía Mateo Ngaire',
);
const lastNames = list(
  'Anderson Brown Clarke Davies Evans Fraser Green Harris Ihaka Jones King Lee Moss Ngata Olsen Patel Quirke Rangi Smith Taylor Underwood Vance Walker Xu Young Zhang Ōkeroa Beaumont Castellano Dunedin',
);
/** Cohorts of seven partners over three years. */
const cohorts = 546;
const partnerOf = (n: string) => `(array['uts','mtu','vcu','uts','uc','uts','uts'])[1 + ${n}::int % 7]`;
const orderedAt = `now() - n * interval '5 minutes'`;

/** A name that three of a hundred have: some 30,000 of a million. */
export const frequentName = 'Bartholomew';

const fields = (n: string) => `jsonb_build_object(
  'first-name', case when ${n} % 100 < 3 then '${frequentName}' else ${firstNames}[1 + (${n} * 7919 % 40)::int] end,
  'last-name', ${lastNames}[1 + (${n} * 104729 / 40 % 30)::int] || (${n} % 997),
  'phone-number', '+64 21 ' || lpad((${n} * 31 % 10000000)::text, 7, '0'),
  'stage', (1 + ${n} % 6)::text,
  'education-level', case when ${n} % 5000 = 0 then 'Doctorate' else 'Degree' end)`;

/**
 * Fills a database with members, plans, sessions and orders by statements of the server alone: the same rows in each
 * run. They joined over three years; one of ten has not proved their address, one of five was seen lately, and each order
 * is of another member.
 */
export async function seed(pool: pg.Pool, { members, orders }: Size): Promise<void> {
  const client = await pool.connect();
  try {
    // Foreign keys need no check: the rows are made to fit.
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off;
       set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
    );
    await fill(client, 'member', [
      `insert into member (id, site_id, email, verified, custom_fields, created_at)
       select 'mem_' || md5(n::text), '${siteId}',
         lower(left(md5(n::text), 5)) || '.' || n || '@' || (array['mail','post','home','work'])[1 + n % 4] || '.example',
         n % 10 > 0, ${fields('n')}, now() - ($1::int - n) * (interval '3 years' / $1::int)
       from generate_series(1::bigint, $1::int) as n`,
      [members],
    ]);
    // As the trigger would have counted, which a replica's role leaves out.
    await client.query('insert into member_count (site_id, members) values ($1, $2)', [siteId, members]);
    await fill(client, 'plan_connection', [
      `insert into plan_connection (id, site_id, member_id, plan_id, type, status, created_at)
       select 'con_' || md5(n::text), '${siteId}', 'mem_' || md5((n * 5)::text),
         'pln_enrolled', 'FREE', case when n % 53 = 0 then 'CANCELED' else 'ACTIVE' end, now()
       from generate_series(1, $1::int) as n`,
      [orders],
    ]);
    await fill(client, 'session', [
      `insert into session (token_hash, member_id, site_id, id, last_used_at, expires_at)
       select sha256(convert_to('console-' || n, 'UTF8')) as hash, 'mem_' || md5(n::text), '${siteId}',
         md5(n::text)::uuid, now() - (n % 2000) * interval '10 minutes', now() + interval '14 days'
       from generate_series(5, $1::int, 5) as n order by hash`,
      [members],
    ]);
    // Every fortnight a cohort of each partner, from two years ago until a year from now.
    await client.query(
      `insert into cohort (id, course, name, mode, start_date, time_zone, capacity, partners)
       select 'coh_bench_' || n, 'data', 'Data Science & AI (Full-Time)', 'full-time', day, 'UTC', 1000,
         array[${partnerOf('n')}]
       from generate_series(0, ${cohorts - 1}) as n, lateral (select current_date - 730 + n / 7 * 14 as day) starts`,
    );
    await fill(client, 'enrolment_order', [
      `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency, amount_cents,
         balance_cents, state, session_expires_at, acknowledged_at, created_at, paid_at)
       select 'ord_' || n, 'INT-' || left(letters, 4) || '-' || right(letters, 4), 'mem_' || md5((n * 5)::text),
         ${partnerOf('n')}, 'coh_bench_' || n % ${cohorts}, 'data', 'full', 'NZD', 1237500, 0,
         case when n % 3 = 0 then 'expired' else 'paid' end, now(), now(),
         ${orderedAt}, case when n % 3 > 0 then ${orderedAt} end
       from generate_series(1::bigint, $1::int) as n,
         -- Another one for each number: an odd factor maps 32 bits onto themselves.
         lateral (select upper(lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')) as letters) reference`,
      [orders],
    ]);
    await fill(client, 'seat_claim', [
      `insert into seat_claim (id, cohort_id, member_id, order_id, state, created_at)
       select 'sea_' || id, cohort_id, member_id, id, case state when 'paid' then 'consumed' else 'released' end, created_at
       from enrolment_order`,
      [],
    ]);
    await fill(client, 'payment', [
      `insert into payment (id, order_id, provider_payment_id, session_id, amount_cents, currency, received_at)
       select 'pay_' || id, id, 'pi_' || id, 'cs_' || id, amount_cents, currency, created_at
       from enrolment_order where state = 'paid'`,
      [],
    ]);
    // One request for five orders; the last five hundred wait for an answer.
    await fill(client, 'enquiry', [
      `insert into enquiry (id, reference, kind, partner, name, email, phone, details, digest, created_at, answered_at, resolved_at)
       select 'enq_' || n, 'REQ-' || n, (array['lead','support'])[1 + n % 2], ${partnerOf('n')}, 'Asker ' || n,
         'asker' || n || '@mail.example', '', '{"course":"data"}', sha256(convert_to(n::text, 'UTF8')), ${orderedAt},
         case when n > 500 then ${orderedAt} end, case when n > 500 then ${orderedAt} end
       from generate_series(1::bigint, $1::int / 5) as n`,
      [orders],
    ]);
  } finally {
    client.release(true);
  }
  await pool.query(
    'vacuum (analyze) member, plan_connection, session, cohort, enrolment_order, seat_claim, payment, enquiry',
  );
  await pool.query('checkpoint');
}

/** Inserts without the indexes that no constraint needs, and builds these anew: sorted, several times faster. */
async function fill(client: pg.PoolClient, table: string, [text, values]: [string, unknown[]]): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(text, values);
  for (const { definition } of rows) await client.query(definition);
}
