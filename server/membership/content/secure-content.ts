import * as z from 'zod/mini';
import { isOpenTo } from '../../../contract/gated-addresses.ts';
import type { SecureContentAnswer } from '../../../contract/content.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listEntitledPlanIds } from '../plans/entitlements.ts';
import type { Services } from '../services.ts';
import { findItem, readSeconds, type ContentRow } from './content.store.ts';

type Handed = z.infer<typeof SecureContentAnswer>['data'];

export interface Wanted {
  siteId: string;
  /** The content's key. */
  key: string;
  memberId: string;
}

/** Seconds. Long enough for a page to load a picture it has just been told of. */
const ticketSeconds = 60;
const ticketPurpose = 'content-ticket';

/**
 * Hands a member a piece of content: text itself, of a file an address that works for a minute.
 *
 * @throws Refusal content-not-found, access-denied without one of its plans
 */
export async function handOut(services: Services, wanted: Wanted): Promise<Handed> {
  const { type, bytes } = await requireOpen(services, wanted);
  if (type !== 'IMAGE' && type !== 'FILE') return { type, content: bytes.toString('utf8') };
  const endsAt = (await readSeconds(services.db)) + ticketSeconds;
  return { type, content: `${services.appUrl}/secure-content/file?ticket=${writeTicket(services, wanted, endsAt)}` };
}

/**
 * The file behind such an address. Whose ticket it is counts each time, so that it ends with the plan.
 *
 * @throws Refusal access-denied for a ticket that is not ours, has run out, or whose member may not have it any more
 */
export async function openFile(services: Services, ticket: string): Promise<ContentRow> {
  const { endsAt, ...wanted } = readTicket(services, ticket);
  if ((await readSeconds(services.db)) >= endsAt) throw new Refusal('access-denied');
  return requireOpen(services, wanted);
}

/** Looked at for each request: a lost plan closes it at once. */
async function requireOpen({ db }: Services, { siteId, key, memberId }: Wanted): Promise<ContentRow> {
  const item = await findItem(db, siteId, key);
  if (!item) throw new Refusal('content-not-found');
  const plans = item.planIds.map((id) => ({ id }));
  if (!isOpenTo({ ...item, plans }, await listEntitledPlanIds(db, memberId))) throw new Refusal('access-denied');
  return item;
}

const Ticket = z.tuple([z.string(), z.string(), z.string(), z.number()]);

function writeTicket({ keys }: Services, { siteId, key, memberId }: Wanted, endsAt: number): string {
  const claim = Buffer.from(JSON.stringify([siteId, key, memberId, endsAt])).toString('base64url');
  return `${claim}.${keys.sign(ticketPurpose, claim).toString('base64url')}`;
}

function readTicket({ keys }: Services, ticket: string): Wanted & { endsAt: number } {
  const [claim = '', signature = ''] = ticket.split('.');
  if (!keys.matches(ticketPurpose, claim, Buffer.from(signature, 'base64url'))) throw new Refusal('access-denied');
  const [siteId, key, memberId, endsAt] = Ticket.parse(JSON.parse(Buffer.from(claim, 'base64url').toString('utf8')));
  return { siteId, key, memberId, endsAt };
}
