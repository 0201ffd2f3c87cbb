import { recordEntry } from '../../platform/audit/audit.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { hashToken, newId, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Session } from '../sessions/sessions.ts';
import {
  endViews,
  exchangeCode,
  findOpenView,
  insertView,
  standing,
  type Ending,
  type StaffGrants,
} from './views.store.ts';

export type { StaffGrants } from './views.store.ts';

/** What finding a view takes. Without staff there are none. */
export interface ViewServices {
  db: Database;
  staffGrants?: StaffGrants | undefined;
}

/** No token of a session has a full stop. */
const tokenStart = 'view.';

/** Whether a bearer is that of a view, good or not. */
export const isViewToken = (token: string): boolean => token.startsWith(tokenStart);

/** A view that staff begin. */
export interface WantedView {
  siteId: string;
  memberId: string;
  staffId: string;
  /** Of the person as the guard of the console has seen them. */
  staffVersion: number;
  /** The person's name, for the audit trail. */
  actor: string;
  reason: string;
}

/** Stores a view of a member, whom the caller has locked. @returns with the code that opens it once */
export async function beginView(
  tx: Transaction,
  wanted: WantedView,
): Promise<{ id: string; code: string; endsAt: Date }> {
  const [id, code] = [newId('view_'), randomToken()];
  const endsAt = await insertView(tx, { ...wanted, id, codeHash: hashToken(code) });
  return { id, code, endsAt };
}

/** Exchanges a code for the token of its view. @throws Refusal invalid-view-link */
export async function openView(
  services: ViewServices,
  siteId: string,
  code: string,
): Promise<{ token: string; memberId: string; secondsLeft: number }> {
  const token = `${tokenStart}${randomToken()}`;
  const hashes = { codeHash: hashToken(code), tokenHash: hashToken(token) };
  const opened = await exchangeCode(services.db, siteId, { ...hashes, stands: standing(services.staffGrants) });
  if (!opened) throw new Refusal('invalid-view-link');
  return { token, ...opened };
}

/** The running view of a token at a site, as a session that proves and changes nothing. */
export const findView = (services: ViewServices, siteId: string, token: string): Promise<Session | undefined> =>
  findViewByHash(services, siteId, hashToken(token));

/** The same by the token's hash. */
export async function findViewByHash(
  services: ViewServices,
  siteId: string,
  tokenHash: Buffer,
): Promise<Session | undefined> {
  const found = await findOpenView(services.db, siteId, { tokenHash, stands: standing(services.staffGrants) });
  if (!found) return undefined;
  const { memberId, staffId: viewedBy } = found;
  return { tokenHash, memberId, siteId, viewedBy, provedRecently: false, isSetupDue: false };
}

/** Ends the view of a token, if it runs. */
export const endView = ({ db }: ViewServices, siteId: string, token: string): Promise<void> =>
  transaction(db, (tx) => end(tx, { siteId, tokenHash: hashToken(token) }, 'ended'));

/** Ends the views of a member who is deleted in this transaction. */
export const endViewsOf = (tx: Transaction, memberId: string): Promise<void> => end(tx, { memberId }, 'member deleted');

/** Writes down the end of views whose time is up, or whose staff changed or went. They opened nothing since. */
export const endDueViews = (services: ViewServices): Promise<void> =>
  transaction(services.db, (tx) => end(tx, { withoutStanding: standing(services.staffGrants) }, 'staff changed'));

async function end(tx: Transaction, ending: Ending, why: string): Promise<void> {
  for (const { memberId, isOver, ...view } of await endViews(tx, ending))
    await recordEntry(tx, {
      ...view,
      action: 'member.view-ended',
      subject: memberId,
      note: isOver ? 'time was up' : why,
    });
}
