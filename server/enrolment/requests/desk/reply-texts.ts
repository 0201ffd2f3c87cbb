import type { ReplyText } from '../../../../contract/console/reply-texts.ts';
import { limits } from '../../../../contract/limits.ts';
import { findPartner, type PartnerCode } from '../../../../shared/partners.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import { transaction, type PooledDatabase, type Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { DeskScope } from './desk.store.ts';
import type { Advisor } from './hold-request.ts';
import {
  deleteReplyText,
  insertReplyText,
  lockReplyText,
  selectReplyTexts,
  updateReplyText,
} from './reply-texts.store.ts';

/** Whose texts, and who works on them. */
export interface TextPlace {
  scope: DeskScope;
  by: Advisor;
  partner: string;
}

/** @throws Refusal not-found for a partner that is out of scope as well */
function requirePartner({ scope: { partners }, partner }: TextPlace): PartnerCode {
  const found = partners === 'all' || partners.includes(partner) ? findPartner(partner) : undefined;
  if (!found) throw new Refusal('not-found');
  return found.code;
}

/** Texts that a partner's staff put into their replies. @throws Refusal not-found */
export const listReplyTexts = (db: PooledDatabase, place: TextPlace): Promise<ReplyText[]> =>
  selectReplyTexts(db, requirePartner(place));

/** @throws Refusal not-found, reply-text-name-taken, reply-text-limit-reached */
export async function addReplyText(
  db: PooledDatabase,
  place: TextPlace,
  words: Pick<ReplyText, 'name' | 'text'>,
): Promise<ReplyText> {
  const partner = requirePartner(place);
  return transaction(db, async (tx) => {
    const known = await selectReplyTexts(tx, partner);
    if (known.length >= limits.replyTextsPerPartner) throw new Refusal('reply-text-limit-reached');
    const added = await insertReplyText(tx, partner, { id: newId('rtx_'), ...words });
    if (!added) throw new Refusal('reply-text-name-taken');
    await record(tx, place, 'reply-text.added', added.id);
    return added;
  });
}

/** @throws Refusal not-found, reply-text-name-taken; changed-meanwhile with the text as it is now */
export async function changeReplyText(db: PooledDatabase, place: TextPlace, text: ReplyText): Promise<ReplyText> {
  const partner = requirePartner(place);
  return transaction(db, async (tx) => {
    const known = await lockReplyText(tx, partner, text.id);
    if (!known) throw new Refusal('not-found');
    if (known.version !== text.version)
      throw new Refusal('changed-meanwhile', {
        extras: { changed: [{ name: 'text', value: known.text }], version: String(known.version) },
      });
    const changed = await updateReplyText(tx, partner, text);
    if (!changed) throw new Refusal('reply-text-name-taken');
    await record(tx, place, 'reply-text.changed', text.id);
    return changed;
  });
}

/** @throws Refusal not-found */
export async function removeReplyText(db: PooledDatabase, place: TextPlace, id: string): Promise<void> {
  const partner = requirePartner(place);
  await transaction(db, async (tx) => {
    if (!(await deleteReplyText(tx, partner, id))) throw new Refusal('not-found');
    await record(tx, place, 'reply-text.deleted', id);
  });
}

const record = (
  tx: Transaction,
  { by: { staffId, actor }, partner }: TextPlace,
  action: 'reply-text.added' | 'reply-text.changed' | 'reply-text.deleted',
  subject: string,
) => recordEntry(tx, { siteId: enrolmentSite, partner, staffId, actor, action, subject });
