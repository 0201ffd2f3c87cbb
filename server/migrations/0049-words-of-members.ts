import { sql, type Kysely } from 'kysely';

/**
 * The words by which staff find a member: of the address and of all fields, without case and accents, beside the site and
 * the id. `server/platform/lists/search-words.ts` folds what is looked for in the same way.
 *
 * Of `pg_catalog` alone, so that no extension has to be allowed (`pg_trgm`, `unaccent`), and bounded, so that no value
 * of a member can fail a statement: a lexeme takes 2 kB and a document 1 MB at most.
 */
export const wordsOfMembers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create function member_words(site_id text, id text, email text, fields jsonb) returns tsvector
          language sql immutable parallel safe cost 10000 as $$
            select array_to_tsvector(array['@' || site_id, '#' || lower(id)] || array(
              select distinct left(word, 60)
              from regexp_split_to_table(
                translate(
                  lower(regexp_replace(
                    normalize(left(email || ' ' || coalesce(
                      (select string_agg(left(value, 200), ' ') from jsonb_each_text(fields)), ''), 4000), NFKD),
                    '[\\u0300-\\u036f]+', '', 'g')),
                  '${capitals}', '${capitals.toLowerCase()}'),
                '${separators}') word
              where word <> ''))
          $$`,
      )
      .execute(db);
  },
};

/** Letters that `lower` leaves alone in a database of the locale C, and that do not decompose. */
const capitals = 'ÆÐØÞĐĦŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЈЉЊЋЏҐ';

const separators =
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u3000-\\u303f]+';
