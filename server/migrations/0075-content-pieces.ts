import { sql, type Kysely } from 'kysely';

/** Page content that staff edit, for all partners or for one, with what was published when (decision 0087). */
export const contentPieces = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** A figure is published with its source, except as a content file said it. */
const hasSource = (document: string) =>
  `check (is_imported or ${document} is null or key not like 'figure.%' or coalesce(btrim(${document} ->> 'source'), '') <> '')`;

const statements = [
  `create table content_piece (
    id text primary key,
    key text not null,
    -- null for all partners; a row of a partner takes its place where it has a published document.
    partner text,
    published jsonb,
    draft jsonb,
    -- Whether the published document is the file's.
    is_imported boolean not null default false,
    version integer not null default 1,
    -- How often it was published.
    publications integer not null default 0,
    drafted_by text,
    drafted_at timestamptz,
    published_by text,
    published_at timestamptz,
    -- Of the one link by which the draft is looked at on the partner's page.
    preview_hash bytea,
    preview_ends_at timestamptz,
    unique nulls not distinct (key, partner),
    constraint published_figure_has_source ${hasSource('published')}
  )`,
  `create index content_piece_preview on content_piece (preview_hash) where preview_hash is not null`,
  `create table content_publication (
    id text primary key,
    piece_id text not null references content_piece (id),
    key text not null,
    -- null: the partner went back to the text of all partners.
    document jsonb,
    is_imported boolean not null default false,
    published_by text not null,
    published_at timestamptz not null default now(),
    note text not null default '',
    constraint published_figure_had_source ${hasSource('document')}
  )`,
  `create index content_publication_piece on content_publication (piece_id, published_at desc)`,
];
