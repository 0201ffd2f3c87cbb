import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.ts';

type Tables = {
  openid_stand_in: {
    model: string;
    id: string;
    payload: Record<string, unknown>;
    uid: string | null;
    grant_id: string | null;
    expires_at: Date | null;
  };
};

/** The provider's storage of one kind. In the database, shared by processes and kept over restarts. */
export function storeFor(db: Database, model: string): Adapter {
  const rows = db.withTables<Tables>();
  const find = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
    const row = await rows
      .selectFrom('openid_stand_in')
      .select('payload')
      .where('model', '=', model)
      .where(column, '=', value)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
      .executeTakeFirst();
    return row?.payload;
  };
  return {
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    // The device flow is not supported.
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn) {
      const row = {
        payload: sql<Record<string, unknown>>`${JSON.stringify(payload)}::jsonb`,
        uid: payload.uid ?? null,
        grant_id: payload.grantId ?? null,
        expires_at: expiresIn === undefined ? null : sql<Date>`now() + make_interval(secs => ${expiresIn})`,
      };
      await rows
        .insertInto('openid_stand_in')
        .values({ model, id, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
        .execute();
    },
    async consume(id) {
      await rows
        .updateTable('openid_stand_in')
        .set({ payload: sql`payload || jsonb_build_object('consumed', extract(epoch from now())::int)` })
        .where('model', '=', model)
        .where('id', '=', id)
        .execute();
    },
    async destroy(id) {
      await rows.deleteFrom('openid_stand_in').where('model', '=', model).where('id', '=', id).execute();
    },
    async revokeByGrantId(grantId) {
      await rows.deleteFrom('openid_stand_in').where('grant_id', '=', grantId).execute();
    },
  };
}

/** Deletes expired rows of all kinds. */
export async function deleteExpired(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('openid_stand_in')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
