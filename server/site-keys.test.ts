import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConnection } from './membership/plans/plans.store.ts';
import { takeSeat } from './membership/teams/team-seats.store.ts';
import { transaction } from './platform/database/database.ts';
import { readSiteKeys, withoutSite } from './site-keys.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('a table of a site', () => {
  test('names its site, or says why not', async () => {
    const { tables } = await readSiteKeys(database.pool);
    expect(
      tables.toSorted(),
      'add site_id and refer to rows of that site (decision 0061), or give the reason in server/site-keys.ts',
    ).toEqual(Object.keys(withoutSite).toSorted());
  });

  test('without the site in itself, its keys or its references is found (negative control)', async () => {
    await database.pool.query(`
      create table stray (id text primary key);
      create table keyed (site_id text, id text primary key, member_id text references member (id));
      create table whole (site_id text, id text, member_id text, primary key (site_id, id),
        foreign key (member_id) references member (id),
        foreign key (site_id, member_id) references member (site_id, id))`);
    const { tables, keys, references } = await readSiteKeys(database.pool);
    await database.pool.query('drop table stray, keyed, whole');
    expect(tables.filter((name) => !(name in withoutSite))).toEqual(['stray']);
    expect(keys.filter((key) => /^(keyed|whole)/.test(key))).toEqual(['keyed (id)']);
    expect(references.filter((key) => /^(keyed|whole)/.test(key))).toEqual(['keyed (member_id) → member']);
  });
});

describe('a member cannot have', () => {
  beforeAll(async () => {
    await database.pool.query(`
      insert into site (id, public_key, name, mode, settings)
        select id, 'pk_' || id, id, 'live', '{}' from unnest('{app_one,app_other}'::text[]) as ids (id);
      insert into plan (id, site_id, name, status)
        values ('pln_one', 'app_one', 'One', 'ACTIVE'), ('pln_other', 'app_other', 'Other', 'ACTIVE');
      insert into member (id, site_id, email)
        values ('mem_one', 'app_one', 'one@example.org'), ('mem_other', 'app_other', 'other@example.org')`);
    await connect('con_owner', 'mem_other', 'pln_other');
    await database.pool.query(`
      insert into team (id, site_id, owner_id, connection_id, invite_hash, invite_sealed)
        values ('team_other', 'app_other', 'mem_other', 'con_owner', 'hash', 'sealed')`);
  });

  const connect = (id: string, memberId: string, planId: string) =>
    transaction(database.db, (tx) => saveConnection(tx, { id, memberId, planId, type: 'FREE', status: 'ACTIVE' }));
  const seat = (memberId: string) =>
    transaction(database.db, (tx) => takeSeat(tx, { teamId: 'team_other', memberId, connectionId: memberId }, null));
  /** What the statement does once a reference is gone; both are as before afterwards. */
  const without = async (table: string, constraint: string, work: () => Promise<unknown>) => {
    const { rows } = await database.pool.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1`,
      [constraint],
    );
    await database.pool.query(`alter table ${table} drop constraint ${constraint}`);
    const done = await work();
    await database.pool.query(`delete from ${table} where member_id = 'mem_one'`);
    await database.pool.query(`alter table ${table} add constraint ${constraint} ${rows[0]!.definition}`);
    return done;
  };

  test('a plan of another site, whatever code asks', async () => {
    await connect('con_own', 'mem_one', 'pln_one');
    const ask = () => connect('con_foreign', 'mem_one', 'pln_other');
    await expect(ask()).rejects.toMatchObject({ code: '23503', constraint: 'plan_connection_plan_of_site' });
    // The negative control: references by id alone let it pass.
    await expect(without('plan_connection', 'plan_connection_plan_of_site', ask)).resolves.toBeUndefined();
  });

  test('a seat in a team of another site', async () => {
    await expect(seat('mem_one')).rejects.toMatchObject({
      code: '23503',
      constraint: 'team_seat_member_of_site',
    });
    expect(await without('team_seat', 'team_seat_member_of_site', () => seat('mem_one'))).toBe(true);
  });

  test('no less than the release before lets it, whose rows name no site', async () => {
    await database.pool.query(
      `insert into plan_connection (id, member_id, plan_id, type, status) values ('con_older', 'mem_one', 'pln_one', 'FREE', 'ACTIVE')
       on conflict (member_id, plan_id) do update set status = excluded.status`,
    );
    await connect('con_newer', 'mem_one', 'pln_one');
    const { rows } = await database.pool.query(`select id, site_id from plan_connection where member_id = 'mem_one'`);
    expect(rows).toEqual([{ id: expect.any(String), site_id: 'app_one' }]);
  });
});
