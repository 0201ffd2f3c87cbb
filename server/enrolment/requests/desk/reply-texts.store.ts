import { sql } from 'kysely';
import type { ReplyText } from '../../../../contract/console/reply-texts.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';

const columns = sql`id, name, body as text, version`;

/** By their names. */
export async function selectReplyTexts(db: Database, partner: string): Promise<ReplyText[]> {
  const { rows } = await sql<ReplyText>`
    select ${columns} from reply_text where partner = ${partner} order by lower(name), id`.execute(db);
  return rows;
}

export async function lockReplyText(tx: Transaction, partner: string, id: string): Promise<ReplyText | undefined> {
  const { rows } = await sql<ReplyText>`
    select ${columns} from reply_text where id = ${id} and partner = ${partner} for update`.execute(tx);
  return rows[0];
}

/** @returns undefined where the partner has as many as it may have, or one of that name */
export async function insertReplyText(
  tx: Transaction,
  partner: string,
  { id, name, text }: Omit<ReplyText, 'version'>,
): Promise<ReplyText | undefined> {
  const { rows } = await sql<ReplyText>`
    insert into reply_text (id, partner, name, body) values (${id}, ${partner}, ${name}, ${text})
    on conflict (partner, name) do nothing returning ${columns}`.execute(tx);
  return rows[0];
}

/** @returns undefined where another text of the partner has the name */
export async function updateReplyText(
  tx: Transaction,
  partner: string,
  { id, name, text }: Omit<ReplyText, 'version'>,
): Promise<ReplyText | undefined> {
  const { rows } = await sql<ReplyText>`
    update reply_text set name = ${name}, body = ${text}, version = version + 1
    where id = ${id} and not exists (
      select from reply_text other where other.partner = ${partner} and other.name = ${name} and other.id <> ${id})
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function deleteReplyText(tx: Transaction, partner: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from reply_text where id = ${id} and partner = ${partner} returning id`.execute(tx);
  return rows.length > 0;
}
