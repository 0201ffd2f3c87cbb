import * as z from 'zod/mini';
import { isOpenTo } from '../../../shared/gated-addresses.ts';
import type { SecureContentAnswer } from '../../../contract/content.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listEntitledPlanIds } from '../entitlements/entitlements.ts';
import type { Services } from '../services.ts';
import { findSessionByHash, type Session } from '../sessions/sessions.ts';
import { findViewByHash } from '../views/views.ts';
import { findBytes, findItem, readSeconds, type ContentRow } from './content.store.ts';

type Handed = z.infer<typeof SecureContentAnswer>['data'];

interface Wanted {
  siteId: string;
  /** The content's key. */
  key: string;
  memberId: string;
}

/** Long enough for a page to load an image after the answer that names it. */
const ticketSeconds = 60;
const ticketPurpose = 'content-ticket';

/**
 * Hands out an item of content: a text itself, a file as an address that works for a minute.
 *
 * @param key the content's
 * @throws Refusal content-not-found, access-denied without one of its plans
 */
export async function handOut(services: Services, session: Session, key: string): Promise<Handed> {
  const { siteId, memberId, tokenHash } = session;
  const wanted = { siteId, key, memberId };
  const { type } = await requireOpen(services, wanted);
  if (type !== 'IMAGE' && type !== 'FILE')
    return { type, content: (await readBytes(services, wanted)).toString('utf8') };
  const endsAt = (await readSeconds(services.db)) + ticketSeconds;
  const ticket = writeTicket(services, [siteId, key, tokenHash.toString('base64url'), endsAt]);
  return { type, content: `${services.uploadsUrl}/secure-content/file?ticket=${ticket}` };
}

/**
 * The file of a ticket. The ticket is bound to a session, and void once that has ended or the plan is lost.
 *
 * @throws Refusal access-denied for a forged or expired ticket, an ended session or a lost plan; content-not-found
 */
export async function openFile(services: Services, ticket: string): Promise<ContentRow> {
  const { db } = services;
  const [siteId, key, tokenHash, endsAt] = readTicket(services, ticket);
  if ((await readSeconds(db)) >= endsAt) throw new Refusal('access-denied');
  const hash = Buffer.from(tokenHash, 'base64url');
  const session = (await findSessionByHash(db, siteId, hash)) ?? (await findViewByHash(services, siteId, hash));
  if (!session) throw new Refusal('access-denied');
  const wanted = { siteId, key, memberId: session.memberId };
  const item = await requireOpen(services, wanted);
  return { ...item, bytes: await readBytes(services, wanted) };
}

/** Checked for each request, so that a lost plan denies access at once. */
async function requireOpen({ db }: Services, { siteId, key, memberId }: Wanted) {
  const item = await findItem(db, siteId, key);
  if (!item) throw new Refusal('content-not-found');
  const plans = item.planIds.map((id) => ({ id }));
  if (!isOpenTo({ ...item, plans }, await listEntitledPlanIds(db, memberId))) throw new Refusal('access-denied');
  return item;
}

async function readBytes({ db }: Services, { siteId, key }: Wanted): Promise<Buffer> {
  const bytes = await findBytes(db, siteId, key);
  if (!bytes) throw new Refusal('content-not-found');
  return bytes;
}

/** Site, the content's key, hash of the session's token, and expiry in seconds since the epoch. */
const Ticket = z.tuple([z.string(), z.string(), z.string(), z.number()]);
type Ticket = z.infer<typeof Ticket>;

function writeTicket({ keys }: Services, ticket: Ticket): string {
  const claim = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${claim}.${keys.sign(ticketPurpose, claim).toString('base64url')}`;
}

function readTicket({ keys }: Services, ticket: string): Ticket {
  const [claim = '', signature = ''] = ticket.split('.');
  if (!keys.matches(ticketPurpose, claim, Buffer.from(signature, 'base64url'))) throw new Refusal('access-denied');
  return Ticket.parse(JSON.parse(Buffer.from(claim, 'base64url').toString('utf8')));
}
