import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverAddresses } from './platform/database/addresses.ts';
import { checkServers } from './platform/database/check-servers.ts';
import { createDatabase, createPool, endPool, ping } from './platform/database/database.ts';
import { ask } from './testing/ask.ts';
import { onServer, withDatabase } from './testing/database.ts';
import { startDatabasePair, type DatabasePair } from './testing/database-pair.ts';
import { eventually } from './testing/eventually.ts';
import { freePort } from './testing/free-port.ts';
import { spawnProduct, startProcess } from './testing/process.ts';

let pair: DatabasePair;
beforeAll(async () => {
  pair = await startDatabasePair();
});
afterAll(() => pair.stop());

const refusalOf = (url: string, directUrl?: string) =>
  checkServers({ url, directUrl }).then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('a start is refused', () => {
  test('with a standby as the only address, in a sentence', async () => {
    const { exited, output } = spawnProduct({ DATABASE_URL: pair.standbyUrl, PORT: String(await freePort()) });
    expect(await exited).toBe(1);
    expect(output()).toBe(
      `Intake did not start: DATABASE_URL names a standby alone (${new URL(pair.standbyUrl).host}), which take no writes: name the primary, or every server of the cluster, separated by commas.\n`,
    );
  });

  test('with servers of two clusters', async () => {
    const servers = [pair.ownerUrl, process.env['INTAKE_TEST_SERVER']!].map((url) => withDatabase(url, 'postgres'));
    const account = `intake_test_${randomBytes(6).toString('hex')}`;
    for (const server of servers) await onServer(server, `create role ${account} login password '${account}'`);
    const [ours, other] = servers.map((server) => new URL(server).host);
    const on = (hosts: string, name = 'postgres') => `postgres://${account}:${account}@${hosts}/${name}`;
    try {
      expect(await refusalOf(on(`${ours},${other}`))).toMatch(/^DATABASE_URL leads to 2 different databases: all/);
      expect(await refusalOf(on(ours!), on(other!))).toMatch(/^DATABASE_URL and DATABASE_DIRECT_URL lead to 2 differ/);
      // The negative control, and one that answers with a refusal.
      expect(await refusalOf(on(ours!), on(ours!))).toBe('none');
      expect(await refusalOf(on(`${ours},${other}`, 'nowhere'))).toBe('database "nowhere" does not exist');
    } finally {
      for (const server of servers) await onServer(server, `drop role ${account}`);
    }
  });

  test('with a primary on which the account only reads, which is not called a standby', async () => {
    const server = withDatabase(pair.ownerUrl, 'postgres');
    const account = `intake_test_${randomBytes(6).toString('hex')}`;
    await onServer(server, `create role ${account} login password '${account}'`);
    try {
      await onServer(server, `alter role ${account} set default_transaction_read_only = on`);
      const { host } = new URL(server);
      expect(await refusalOf(`postgres://${account}:${account}@${host}/postgres`)).toBe(
        `the primary that DATABASE_URL names (${host}) takes no writes: default_transaction_read_only is on there, for the server, the database or this account.`,
      );
    } finally {
      await onServer(server, `drop role ${account}`);
    }
  });

  test('while the only server that answers is a standby, as one that may be tried again', async () => {
    const silent = pair.standbyUrl.replace('@', `@127.0.0.1:${await freePort()},`);
    await expect(checkServers({ url: silent, directUrl: undefined })).rejects.toMatchObject({ code: '57P03' });
  });

  test('for none of that while the first of several servers at DATABASE_URL is away', async () => {
    const away = pair.ownerUrl.replace('@', `@127.0.0.1:${await freePort()},`);
    expect(await refusalOf(away, pair.ownerUrl)).toBe('none');
  });

  test('for none of that with a primary and its standby (negative control)', async () => {
    expect(await refusalOf(pair.bothUrl)).toBe('none');
    expect(serverAddresses(pair.bothUrl)).toHaveLength(2);
  });
});

test('a pool on a standby connects to nothing', async () => {
  const pool = createPool({ url: pair.standbyUrl, maxConnections: 1 });
  await expect(ping(createDatabase(pool))).rejects.toMatchObject({ name: 'NoPrimary' });
  expect(pool.totalCount).toBe(0);
  await endPool(pool);
});

/** The last test: afterwards the standby is the primary. */
test('when the primary dies calls answer 503 until the standby takes over, then all goes on, jobs too', async ({
  onTestFinished,
}) => {
  const port = await freePort();
  const product = await startProcess({ database: { DATABASE_URL: pair.bothUrl }, port });
  onTestFinished(() => product.kill());
  const call = (method: string, path: string, { token = '', body }: { token?: string; body?: unknown } = {}) =>
    ask(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'x-api-key': 'pk_sb_enrolment',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const email = 'ana@example.org';
  const signedUp = await call('POST', '/auth/signup', {
    body: { email, password: 'Correct-horse-7', customFields: { 'first-name': 'Ana', 'last-name': 'Silva' } },
  });
  const token: string = JSON.parse(signedUp.text).data.tokens.accessToken;
  const write = (number: number) => call('POST', '/member/json', { token, body: { json: { number } } });
  expect((await write(1)).status).toBe(200);

  await pair.killPrimary();
  await eventually(async () => (await write(2)).headers.get('retry-after') === '5');
  const refused = await write(2);
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([503, 'service-unavailable']);
  expect((await call('GET', '/readyz')).status).toBe(503);
  expect((await call('GET', '/healthz')).status).toBe(200);

  await pair.promote();
  await eventually(async () => (await call('GET', '/readyz')).status === 200);
  expect(JSON.parse((await call('GET', '/member/json', { token })).text).data).toEqual({ number: 1 });
  await eventually(async () => (await write(3)).status === 200);
  await call('POST', '/auth/passwordless/login/send', { body: { email } });
  const mails = async () => JSON.parse((await call('GET', `/dev/mail.json?to=${email}`)).text) as unknown[];
  // One mail of the sign-up, and one that is sent by workers which listen to the new primary.
  await eventually(async () => (await mails()).length === 2);
});
