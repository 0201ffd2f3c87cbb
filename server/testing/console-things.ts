import { createHash, randomUUID } from 'node:crypto';
import { partnerCodes } from '../../shared/partners.ts';
import type { Pool } from '../platform/database/database.ts';
import { newId, type Keys } from '../platform/keys.ts';

/**
 * Where the things of the walk are: at the site or the partner that limited staff were given, and at those they were not.
 * Those of partners belong to the portal's site.
 */
export const spots = ['siteHere', 'siteThere', 'partnerHere', 'partnerThere'] as const;
export type Spot = (typeof spots)[number];

export const siteOf: Readonly<Record<Spot, string>> = {
  siteHere: 'app_demo',
  siteThere: 'app_library',
  partnerHere: 'app_enrolment',
  partnerThere: 'app_enrolment',
};
export const partnerOf: Readonly<Record<Spot, string | null>> = {
  siteHere: null,
  siteThere: null,
  partnerHere: partnerCodes[0]!,
  partnerThere: partnerCodes[1]!,
};

/** A word that stands in every text of a spot's rows, and in no other. */
export const canaryOf = (spot: Spot): string => `zq${spot.toLowerCase()}`;

/** What rows are made with. */
export interface Making {
  pool: Pool;
  keys: Keys;
  /** What the path says before it: a session is one of the member that is named there. */
  path: Readonly<Record<string, string>>;
  /** The id of the person of staff who asks. */
  staffId: string;
}

/** Makes a row of a table at a spot. @returns its id as the console's calls name it */
type Make = (making: Making, spot: Spot) => Promise<string>;

/** An id that says where it is from, and differs each time. */
const idAt = (prefix: string, spot: Spot) => `${prefix}${canaryOf(spot)}${newId('').slice(0, 8)}`;
/** Where a post stands in its channel. */
let posts = 1_000;

const member: Make = async ({ pool }, spot) => {
  const id = idAt('mem_', spot);
  const fields = JSON.stringify({ 'first-name': canaryOf(spot) });
  await pool.query(
    `insert into member (id, site_id, email, verified, custom_fields) values ($1, $2, lower($1) || '@example.org', true, $3)`,
    [id, siteOf[spot], fields],
  );
  if (partnerOf[spot] !== null)
    await pool.query(
      `insert into lead (id, proof_hash, partner, course, first_name, last_name, phone, email, member_id, expires_at)
       values ($1::text, sha256($1::text::bytea), $2, 'cyber', $4, $4, '', $1::text, $3, now() + interval '1 day')`,
      [newId('led_'), partnerOf[spot], id, canaryOf(spot)],
    );
  await audit(pool, spot, id);
  return id;
};

async function audit(pool: Pool, spot: Spot, subject: string): Promise<void> {
  await pool.query(
    `insert into audit_entry (site_id, partner, actor, action, subject, note, reason)
     values ($1, $2, $4, 'walk.prepared', $3, $4, $4)`,
    [siteOf[spot], partnerOf[spot], subject, canaryOf(spot)],
  );
}

const mail: Make = async ({ pool }, spot) => {
  const id = idAt('mail_', spot);
  await pool.query(
    `insert into mail_outbox (id, kind, recipient, subject, body_text, body_html, sensitive, site_id, partner, sent_at)
     values ($1, 'walk', lower($1) || '@example.org', $2, $2, '<p>' || $2 || '</p>', false, $3, $4, now())`,
    [id, canaryOf(spot), siteOf[spot], partnerOf[spot]],
  );
  return id;
};

const comment: Make = async (making, spot) => {
  const { pool } = making;
  const id = idAt('cmt_', spot);
  const author = await member(making, spot);
  await pool.query(`insert into comment_channel (site_id, key) values ($1, $2) on conflict do nothing`, [
    siteOf[spot],
    canaryOf(spot),
  ]);
  await pool.query(
    `insert into comment (id, channel_id, member_id, order_number, content)
     select $1, h.id, $3, $4, $5 from comment_channel h where site_id = $2 and key = $5`,
    [id, siteOf[spot], author, ++posts, canaryOf(spot)],
  );
  return id;
};

/** Of a partner. At the spots of sites, of one that is in no limited scope. */
const cohort: Make = async ({ pool }, spot) => {
  const id = idAt('coh_', spot);
  await pool.query(
    `insert into cohort (id, course, name, mode, start_date, time_zone, capacity, partners)
     values ($1, 'data', $2, 'full-time', current_date + 60, 'UTC', 5, array[$3])`,
    [id, canaryOf(spot), partnerOf[spot] ?? partnerCodes[3]],
  );
  return id;
};

const secretKey: Make = async ({ pool }, spot) => {
  const id = idAt('key_', spot);
  await pool.query(
    `insert into secret_key (id, site_id, label, key_hash) values ($1, $2, $3, sha256($1::text::bytea))`,
    [id, siteOf[spot], canaryOf(spot)],
  );
  return id;
};

/** Off, so that no test event is sent to it. */
const endpoint: Make = async ({ pool, keys }, spot) => {
  const id = idAt('hook', spot).toLowerCase();
  await pool.query(
    `insert into site_event_endpoint (site_id, id, url, enabled, sealed_secret) values ($1, $2, $3, false, $4)`,
    [siteOf[spot], id, `https://${canaryOf(spot)}.example`, keys.seal('site-event-secret', `whsec_${canaryOf(spot)}`)],
  );
  return id;
};

const delivery: Make = async (making, spot) => {
  const id = idAt('msg_', spot);
  await making.pool.query(
    `insert into site_event_delivery (id, site_id, endpoint_id, event, payload, state)
     values ($1, $2, $3, 'team.created', $4, 'delivered')`,
    [id, siteOf[spot], await endpoint(making, spot), JSON.stringify({ name: canaryOf(spot) })],
  );
  return id;
};

/** Of the member in the path, where they are of this spot. */
const session: Make = async (making, spot) => {
  const id = randomUUID();
  const named = making.path['memberId'];
  const memberId = named?.includes(canaryOf(spot)) ? named : await member(making, spot);
  await making.pool.query(
    `insert into session (token_hash, id, member_id, site_id, device, expires_at)
     values (sha256($1::text::bytea), $1::uuid, $2, $3, $4, now() + interval '1 day')`,
    [id, memberId, siteOf[spot], canaryOf(spot)],
  );
  return id;
};

const plan: Make = async ({ pool }, spot) => {
  const of = 'select id from plan where site_id = $1 order by id limit 1';
  return (await pool.query<{ id: string }>(of, [siteOf[spot]])).rows[0]!.id;
};

const bulkJob: Make = async ({ pool }, spot) => {
  const id = idAt('blk_', spot);
  await pool.query(
    `insert into bulk_job (site_id, id, staff_id, actor, reason, request_key, act, state, ended_at)
     values ($1, $2, 'stf_walk', $3, $3, gen_random_uuid(), '{"kind":"end-sessions"}', 'done', now())`,
    [siteOf[spot], id, canaryOf(spot)],
  );
  return id;
};

const memberImport: Make = async ({ pool }, spot) => {
  const id = idAt('imp_', spot);
  await pool.query(
    `insert into member_import (site_id, id, staff_id, actor, request_key, file_name, bytes, state, ended_at)
     values ($1, $2, 'stf_walk', $3, gen_random_uuid(), $3, 1, 'done', now())`,
    [siteOf[spot], id, canaryOf(spot)],
  );
  return id;
};

/** Sent, to a student of the spot's partner. */
const cohortMail: Make = async (making, spot) => {
  const { pool } = making;
  const id = idAt('cml_', spot);
  const named = making.path['cohortId'];
  const cohortId = named?.includes(canaryOf(spot)) ? named : await cohort(making, spot);
  const memberId = await member(making, spot);
  await pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency,
       amount_cents, balance_cents, discount_cents, state, session_expires_at, acknowledged_at)
     values ($1, $1, $2, $3, $4, 'data', 'full', 'NZD', 100, 0, 0, 'paid', now(), now())`,
    [`ord_${id}`, memberId, partnerOf[spot] ?? partnerCodes[3], cohortId],
  );
  await pool.query(
    `insert into cohort_mail (id, cohort_id, staff_id, actor, subject, body, order_ids, sent_at)
     values ($1, $2, 'stf_walk', $3, $3, $3, array[$4], now())`,
    [id, cohortId, canaryOf(spot), `ord_${id}`],
  );
  return id;
};

/** Paid in part, of a student of the spot's partner. */
const order: Make = async (making, spot) => {
  const { pool } = making;
  const id = idAt('ord_', spot);
  const memberId = await member(making, spot === 'siteHere' || spot === 'siteThere' ? 'partnerThere' : spot);
  await pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency, amount_cents,
       balance_cents, state, session_expires_at, acknowledged_at, paid_at)
     select $1, 'INT-' || $1, $2, $3, id, course, 'deposit', 'NZD', 50000, 1600000, 'paid', now(), now(), now()
     from cohort order by id limit 1`,
    [id, memberId, partnerOf[spot] ?? partnerOf.partnerThere],
  );
  await pool.query(
    `insert into payment (id, order_id, provider_payment_id, session_id, amount_cents, currency)
     values ('pay_' || $1, $1, 'pi_' || $1, 'cs_' || $1, 50000, 'NZD')`,
    [id],
  );
  await pool.query(
    `insert into order_note (id, order_id, staff_id, author, body) values ('note_' || $1, $1, 'stf_walk', $2, $2)`,
    [id, canaryOf(spot)],
  );
  return id;
};

/** About an order of the partner; of no order at a site, so that it is for owners alone. */
const matter: Make = async ({ pool }, spot) => {
  const id = idAt('rev_', spot);
  const orderId = idAt('ord_', spot);
  if (partnerOf[spot] !== null)
    await pool.query(
      `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency,
         amount_cents, balance_cents, state, session_expires_at, acknowledged_at)
       select $1::text, upper($1), $1, $2, c.id, c.course, 'full', 'NZD', 100, 0, 'refunded', now(), now() from cohort c limit 1`,
      [orderId, partnerOf[spot]],
    );
  await pool.query(`insert into review_item (id, kind, subject, note) values ($1, 'paid-twice', $2, $3)`, [
    id,
    orderId,
    canaryOf(spot),
  ]);
  return id;
};

const request: Make = async (making, spot) => {
  const id = idAt('enq_', spot);
  const words = canaryOf(spot);
  await making.pool.query(
    `insert into enquiry (id, reference, kind, partner, name, email, phone, details, digest)
     values ($1, $1, 'lead', $2, $3, $3 || '@example.org', '', '{"course":"cyber"}', sha256($1::text::bytea))`,
    [id, partnerOf[spot] ?? partnerCodes[2], words],
  );
  await making.pool.query(
    `insert into enquiry_entry (id, enquiry_id, kind, version, actor, subject, body) values ('ent_' || $1, $1, 'replied', 1, $2, $2, $2)`,
    [id, words],
  );
  return id;
};

const replyText: Make = async ({ pool }, spot) => {
  const id = idAt('rtx_', spot);
  await pool.query(`insert into reply_text (id, partner, name, body) values ($1, $2, $1, $3)`, [
    id,
    partnerOf[spot] ?? partnerCodes[2],
    canaryOf(spot),
  ]);
  return id;
};

/** For the spots of sites, which have no webinars, one of a partner out of every limited scope. With a registration. */
const webinar: Make = async (making, spot) => {
  const { pool } = making;
  const id = idAt('web_', spot);
  const partner = partnerOf[spot] ?? partnerOf.partnerThere;
  await pool.query(
    `insert into webinar (id, partner, course, state, title, description, host, category, minutes, attendees, first_day, start_time)
     values ($1, $2, 'cyber', 'published', $3, $3, $3, 'info', 60, 10, current_date + 7, '18:00')`,
    [id, partner, canaryOf(spot)],
  );
  await pool.query(
    `insert into webinar_attendee (id, webinar_id, day, member_id, partner, starts_at)
     values ($1, $2, current_date + 7, $3, $4, now() + interval '7 days')`,
    [idAt('atd_', spot), id, await member(making, spot), partner],
  );
  return id;
};

/** By who asks, about the order or member in the path where they are of this spot: what is one's own has a scope, too. */
const note: Make = async (making, spot) => {
  const { pool, path, staffId } = making;
  const id = idAt('note_', spot);
  if (path['orderId'] !== undefined) {
    const orderId = path['orderId'].includes(canaryOf(spot)) ? path['orderId'] : await order(making, spot);
    await pool.query(`insert into order_note (id, order_id, staff_id, author, body) values ($1, $2, $3, $4, $4)`, [
      id,
      orderId,
      staffId,
      canaryOf(spot),
    ]);
    return id;
  }
  const memberId = path['memberId']?.includes(canaryOf(spot)) ? path['memberId'] : await member(making, spot);
  await pool.query(
    `insert into member_note (id, site_id, member_id, staff_id, author, body) values ($1, $2, $3, $4, $5, $5)`,
    [id, siteOf[spot], memberId, staffId, canaryOf(spot)],
  );
  return id;
};

/**
 * Of a site by who asks, from a time when it was in their scope. Of a partner by a colleague of it, shared: such a list has
 * no site, and its maker sees it always.
 */
const view: Make = async ({ pool, staffId }, spot) => {
  const id = idAt('view_', spot);
  const partner = partnerOf[spot];
  if (partner !== null)
    await pool.query(
      `insert into staff (id, email, name, role, partners) values ($1, $1 || '@example.org', $2, 'reader', array[$3])`,
      [`stf_${id}`, canaryOf(spot), partner],
    );
  await pool.query(
    `insert into list_view (id, staff_id, list, site_id, name, query, shared) values ($1, $2, $3, $4, $1, $5, true)`,
    partner === null
      ? [id, staffId, 'members', siteOf[spot], `search=${canaryOf(spot)}`]
      : [id, `stf_${id}`, 'mails', null, `search=${canaryOf(spot)}`],
  );
  return id;
};

/**
 * What a name in a path, or a key or value in a body or query, stands for: a row at each spot. A call with a new name
 * adds its line here, with a canary in every text, so that another scope's answer can be searched for it.
 */
export const things: Readonly<Record<string, Make>> = {
  siteId: async (_making, spot) => siteOf[spot],
  partner: async (_making, spot) => partnerOf[spot] ?? partnerOf[spot === 'siteHere' ? 'partnerHere' : 'partnerThere']!,
  memberId: member,
  mailId: mail,
  cohortId: cohort,
  commentId: comment,
  keyId: secretKey,
  endpointId: endpoint,
  deliveryId: delivery,
  sessionId: session,
  planId: plan,
  bulkJobId: bulkJob,
  importId: memberImport,
  cohortMailId: cohortMail,
  orderId: order,
  matterId: matter,
  requestId: request,
  replyTextId: replyText,
  webinarId: webinar,
  noteId: note,
  viewId: view,
};

/** Names that belong to no site or partner: of staff and jobs, which owners alone see, and of what all partners have. */
export const unscoped: readonly string[] = [
  'staffId',
  'jobId',
  'kind',
  'id',
  'passkeyId',
  'part',
  'report',
  'table',
  'pieceKey',
];

/** How the values of things begin, for bodies and queries that name them in their own words. */
export const prefixes: Readonly<Record<string, string>> = {
  app_: 'siteId',
  mem_: 'memberId',
  mail_: 'mailId',
  pln_: 'planId',
};

/** An id of the same form that nobody has. */
export const absentLike = (id: string): string =>
  /^[\da-f]{8}-/.test(id)
    ? '00000000-0000-4000-8000-000000000000'
    : id.replace(/(?<=_|^)[^_]+$/, (rest) =>
        createHash('sha256').update(id).digest('hex').repeat(2).slice(0, rest.length),
      );
