import { pieceLimits } from '../../../contract/console/pieces-schemas.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { findPieceFaults, hasSource, writePath } from '../../../shared/content-pieces.ts';
import { recordEntry, type AuditedBy } from '../../platform/audit/audit.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { hashToken, newId, randomToken } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import {
  clearDraft,
  insertPiece,
  insertPublication,
  lockPiece,
  updateDraft,
  updatePreview,
  updatePublished,
} from './pieces.store.ts';
import type { StoredPiece } from './pieces.store.ts';
import { factNames, mayChange, requirePiece, type PiecePlace } from './show-piece.ts';

/** Who changes a piece, and what they may. */
export interface PieceEditor {
  scope: Pick<StaffScope, 'partners'>;
  by: AuditedBy;
}
type Services = Pick<Platform, 'db'>;

/**
 * Keeps a draft, from the version that was read.
 *
 * @throws Refusal not-found, content-piece-not-found, content-of-all-partners, changed-meanwhile with the version as it
 *   is now, content-invalid with every fault
 */
export async function keepDraft(
  { db }: Services,
  editor: PieceEditor,
  { place, version, document }: { place: PiecePlace; version: number; document: unknown },
): Promise<void> {
  const { key, piece, partner } = requirePiece(place, editor.scope);
  if (JSON.stringify(document ?? null).length > pieceLimits.documentMaxLength)
    throw new Refusal('content-invalid', { message: 'This is too long.' });
  const faults = findPieceFaults(piece, document, factNames);
  if (faults.length > 0) throw refuseFaults(faults);
  await transaction(db, async (tx) => {
    const { actor } = editor.by;
    const stored = await lockVersion(tx, editor, { key, partner, version });
    if (stored) await updateDraft(tx, stored.id, document, actor);
    else if (!(await insertPiece(tx, { id: newId('pce_'), key, partner, document, isImported: false, by: actor })))
      // Another transaction added the first draft of this partner meanwhile.
      throw new Refusal('changed-meanwhile', { extras: { version: '1' } });
    await record(tx, editor.by, { key, partner }, 'content.drafted');
  });
}

function refuseFaults(faults: ReturnType<typeof findPieceFaults>): Refusal {
  const told = faults.map(({ path, message }) => ({ name: writePath(path), value: message }));
  const [first] = told;
  return new Refusal('content-invalid', {
    message: first!.name === '' ? first!.value : `${first!.name}: ${first!.value}`,
    extras: { faults: told },
  });
}

/** @throws Refusal as `keepDraft`, content-draft-missing */
export const discardDraft = (services: Services, editor: PieceEditor, at: Versioned): Promise<void> =>
  change(services, editor, at, async (tx, { piece: { key, partner }, stored }) => {
    if (!stored || stored.draft === null) throw new Refusal('content-draft-missing');
    await clearDraft(tx, stored.id);
    await record(tx, editor.by, { key, partner }, 'content.draft-dropped');
  });

/**
 * Puts the draft on the pages of the partner, or of all partners that have no text of their own.
 *
 * @throws Refusal as `keepDraft`, content-draft-missing, figure-without-source
 */
export const publishDraft = (services: Services, editor: PieceEditor, at: Noted): Promise<void> =>
  change(services, editor, at, async (tx, { piece: { key, partner, piece }, stored }) => {
    if (!stored || stored.draft === null) throw new Refusal('content-draft-missing');
    // Another release may have drafted it.
    const faults = findPieceFaults(piece, stored.draft, factNames);
    if (faults.length > 0) throw refuseFaults(faults);
    if (!hasSource(piece, stored.draft)) throw new Refusal('figure-without-source');
    await publish(tx, editor, { stored, document: stored.draft, note: at.note });
    await record(tx, editor.by, { key, partner }, 'content.published', at.note);
  });

/** Takes a partner's own text from its pages, which show that of all partners again. @throws Refusal content-not-own */
export const returnToAll = (services: Services, editor: PieceEditor, at: Noted): Promise<void> =>
  change(services, editor, at, async (tx, { piece: { key, partner }, stored }) => {
    if (!stored || partner === null || stored.published === null) throw new Refusal('content-not-own');
    await publish(tx, editor, { stored, document: null, note: at.note });
    await record(tx, editor.by, { key, partner }, 'content.returned', at.note);
  });

async function publish(
  tx: Transaction,
  { by }: PieceEditor,
  { stored: { id, key }, document, note }: { stored: StoredPiece; document: unknown; note: string },
): Promise<void> {
  await updatePublished(tx, id, document, by.actor);
  await insertPublication(tx, { id: newId('pub_'), pieceId: id, key, document, isImported: false, by: by.actor, note });
}

/**
 * A link's token for the partner's page with the draft, and until when it opens; it ends the one before.
 *
 * @throws Refusal not-found, content-piece-not-found, content-of-all-partners, content-draft-missing
 */
export async function makePreview(
  { db }: Services,
  editor: PieceEditor,
  place: PiecePlace,
): Promise<{ token: string; endsAt: string }> {
  const { key, partner } = requirePiece(place, editor.scope);
  if (!mayChange(editor.scope, partner)) throw new Refusal('content-of-all-partners');
  const token = randomToken();
  return transaction(db, async (tx) => {
    const stored = await lockPiece(tx, { key, partner });
    if (!stored || stored.draft === null) throw new Refusal('content-draft-missing');
    const endsAt = await updatePreview(tx, stored.id, hashToken(token), pieceLimits.previewMinutes);
    await record(tx, editor.by, { key, partner }, 'content.previewed');
    return { token, endsAt: endsAt.toISOString() };
  });
}

interface Versioned {
  place: PiecePlace;
  version: number;
}
interface Noted extends Versioned {
  note: string;
}
interface Changing {
  piece: ReturnType<typeof requirePiece>;
  stored: StoredPiece | undefined;
}

async function change(
  { db }: Services,
  editor: PieceEditor,
  { place, version }: Versioned,
  act: (tx: Transaction, changing: Changing) => Promise<void>,
): Promise<void> {
  const piece = requirePiece(place, editor.scope);
  await transaction(db, async (tx) => act(tx, { piece, stored: await lockVersion(tx, editor, { ...piece, version }) }));
}

/** @throws Refusal content-of-all-partners, changed-meanwhile */
async function lockVersion(
  tx: Transaction,
  { scope }: PieceEditor,
  { key, partner, version }: { key: string; partner: string | null; version: number },
): Promise<StoredPiece | undefined> {
  if (!mayChange(scope, partner)) throw new Refusal('content-of-all-partners');
  const stored = await lockPiece(tx, { key, partner });
  const now = stored?.version ?? 0;
  if (now !== version) throw new Refusal('changed-meanwhile', { extras: { version: String(now) } });
  return stored;
}

const record = (
  tx: Transaction,
  by: AuditedBy,
  { key, partner }: { key: string; partner: string | null },
  action: string,
  note = '',
): Promise<void> => recordEntry(tx, { ...by, siteId: enrolmentSite, partner, action, subject: key, note });
