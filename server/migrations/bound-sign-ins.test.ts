import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool, type Pool } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { onServer, withDatabase } from '../testing/database.ts';
import { migrations } from './all.ts';

const server = process.env['INTAKE_TEST_SERVER']!;
const name = `intake_test_${randomBytes(6).toString('hex')}`;
let pool: Pool;
beforeAll(async () => {
  await onServer(server, `create database ${name}`);
  pool = createPool({ url: withDatabase(server, name), patient: true });
});
afterAll(async () => {
  await pool.end();
  await onServer(server, `drop database if exists ${name} with (force)`);
});

const tenant = 'https://login.microsoftonline.com/tenant/v2.0';
const google = { provider: 'google', clientId: 'one' };
const microsoft = { provider: 'microsoft', clientId: 'two', issuer: tenant };
const clubId = { provider: 'club-id', clientId: 'three', issuer: 'https://id.example.org' };
const save = (id: string, settings: object) =>
  pool.query(`insert into site (id, public_key, name, mode, settings) values ($1, $1, $1, 'live', $2)`, [id, settings]);

test('sites of before keep their callbacks and existing clients; providers known by their names stay as they are', async () => {
  const before = Object.entries(migrations).filter(([step]) => step < '0030');
  await migrate(createDatabase(pool), Object.fromEntries(before));
  await save('app_full', { isPaid: true, authProviders: [google, microsoft, clubId] });
  await save('app_none', { authProviders: [] });
  await save('app_old', {});

  await migrate(createDatabase(pool), migrations);

  const { rows } = await pool.query('select id, settings from site order by id');
  expect(rows).toEqual([
    {
      id: 'app_full',
      settings: {
        isPaid: true,
        sessionInAddress: true,
        authProviders: [google, microsoft, { ...clubId, callback: 'shared' }],
      },
    },
    { id: 'app_none', settings: { authProviders: [], sessionInAddress: true } },
    { id: 'app_old', settings: { sessionInAddress: true } },
  ]);
});
