import { sql } from 'kysely';
import { allOf, type Condition } from '../../../platform/lists/conditions.ts';
import type { Finder } from '../../../platform/lists/list-source.ts';
import { foldWords, lexemes } from '../../../platform/lists/search-words.ts';

const isId = /^mem_\w*$/i;

/**
 * Members by words of the address and of fields, by their beginnings, or by the beginning of an id.
 *
 * @returns undefined for a search without any word
 */
export function byWords(siteId: string, text: string): Finder | undefined {
  // Every id begins so.
  if (text.toLowerCase() === 'mem_') return undefined;
  const beginnings = isId.test(text) ? [`#${text.toLowerCase()}`] : foldWords(text);
  if (beginnings.length === 0) return undefined;
  // With the site: the index holds the members of all. In the words of the index `member_search`.
  const found = sql`member_words(m.site_id, m.id, m.email, m.custom_fields) @@ ${lexemes([`@${siteId}`], beginnings)}::tsquery`;
  const may = isId.test(text) ? sql`starts_with(lower(m.id), ${text.toLowerCase()})` : mayHave(beginnings);
  return { byIndex: found, byRow: allOf([may, sql`(${found}) is true`]) };
}

/**
 * Whether a member may have these words: true for all who do, and told twenty times as fast as folding their words. Words
 * beyond ASCII are told by nothing but that the member has some.
 */
function mayHave(words: readonly string[]): Condition {
  const plain = words.filter((word) => isPlain.test(word));
  const isBeyond = sql`octet_length(text) <> char_length(text)`;
  // A member in ASCII, as nearly all are, need not be folded.
  const folded = sql`lower(case when ${isBeyond} then regexp_replace(normalize(text, NFKD), ${accents}, '', 'g')
    else text end)`;
  return sql`(
    select ${plain.length < words.length ? isBeyond : sql`true`} and ${folded} ~ all (${plain.map(beginning)}::text[])
    from (select m.email || jsonb_path_query_array(m.custom_fields, '$.*')::text as text offset 0) of_member)`;
}

const accents = String.raw`[\u0300-\u036f]+`;
const isPlain = /^[0-9a-z]+$/;
/**
 * A word that begins with this, in JSON: behind anything that is no letter or digit, or behind an escape, which ends with
 * one (`\n`, `\u0001`).
 */
const beginning = (word: string) => String.raw`(^|[^0-9a-z]|\\[bfnrt]|\\u[0-9a-f]{4})${word}`;
