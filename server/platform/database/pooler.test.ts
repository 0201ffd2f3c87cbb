import { expect, test } from 'vitest';
import { startTcpLine } from '../../testing/tcp-line.ts';
import { checkServers } from './check-servers.ts';
import { isUnavailable } from './database.ts';
import { keepsTransactions } from './pooler.ts';

test('a pooler that loses its server while it is asked is told as unavailable, not as in statement mode', async ({
  onTestFinished,
}) => {
  const address = new URL(process.env['INTAKE_TEST_SERVER']!);
  const line = await startTcpLine({ host: address.hostname, port: Number(address.port) });
  onTestFinished(() => line.close());
  address.host = `127.0.0.1:${line.port}`;
  expect(await keepsTransactions(address.href)).toBe(true);
  line.before('begin', () => void line.cut());
  const fault = await keepsTransactions(address.href).catch((error: unknown) => error);
  expect(isUnavailable(fault)).toBe(true);
});

test('one of several poolers that goes away between two looks refuses no start', async ({ onTestFinished }) => {
  const directUrl = process.env['INTAKE_TEST_SERVER']!;
  const { hostname: host, port } = new URL(directUrl);
  const line = await startTcpLine({ host, port: Number(port) });
  onTestFinished(() => line.close());
  const away = `127.0.0.1:${line.port}`;
  line.before('begin', () => void line.cut());
  expect(await checkServers({ url: directUrl.replace('@', `@${away},`), directUrl })).toEqual(expect.any(Array));
  // Negative control: it is away.
  await expect(keepsTransactions(directUrl.replace(/@[^/]+/, `@${away}`))).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
