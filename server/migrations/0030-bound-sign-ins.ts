import { sql, type Kysely } from 'kysely';

/**
 * A sign-in with a provider ends at the callback it was begun with. Issuers that sites have named until now are
 * registered with the callback of all sites, so they stay there, where they have to name themselves (RFC 9207). Sites that are there may have clients that send a session
 * in an address, so these go on taking it. A mailed code may be bound to the browser that asked for it.
 */
export const boundSignIns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table provider_attempt add column callback_path text not null default '/auth-provider/callback'`,
  // Of the providers known by their names only Microsoft may have an issuer; it shares the callback anyway.
  `update site set settings = jsonb_set(settings, '{authProviders}', (
      select jsonb_agg(
        case when provider ? 'issuer' and provider ->> 'provider' <> 'microsoft'
          then provider || '{"callback": "shared"}' else provider end order by place)
      from jsonb_array_elements(settings -> 'authProviders') with ordinality as listed (provider, place)))
    where jsonb_array_length(settings -> 'authProviders') > 0`,
  // Null for a code that any browser may bring.
  `alter table mailed_code add column browser_hash bytea`,
  `update site set settings = settings || '{"sessionInAddress": true}'`,
];
