import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkServers } from '../../../server/platform/database/check-servers.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { freePort } from '../../../server/testing/free-port.ts';
import { createService } from '../service.ts';
import type { Scene } from '../scene.ts';

/** What a start says about a pooler. Standbys and other clusters are in server/moving-database.test.ts. */
export function refusedStarts(scene: Scene): void {
  const refusalOf = (url: string, directUrl: string | undefined) =>
    checkServers({ url, directUrl }).then(
      (warnings) => warnings.join() || 'none',
      (error: Error) => error.message,
    );
  const pooled = () => scene.cluster.addresses.url;
  const direct = () => scene.cluster.addresses.directUrl!;

  describe('a start is refused', () => {
    test('with a pooler and no address past it', async () => {
      expect(await refusalOf(pooled(), undefined)).toMatch(
        /^DATABASE_URL leads to a pooler .* in DATABASE_DIRECT_URL too/,
      );
      expect(await refusalOf(pooled(), pooled())).toMatch(/^DATABASE_DIRECT_URL leads to a pooler/);
    });

    test('with a pooler in statement mode', async () => {
      const { folder } = scene.cluster;
      const [port, file] = [String(await freePort()), path.join(folder, 'statements.ini')];
      const other = readFileSync(path.join(folder, 'pgbouncer.ini'), 'utf8')
        .replace('pool_mode = transaction', 'pool_mode = statement')
        .replace('listen_port = 6432', `listen_port = ${port}`);
      writeFileSync(file, other);
      const service = createService({ name: 'statements', command: ['pgbouncer', file], folder, account: 'postgres' });
      service.start();
      const refusal = () => refusalOf(pooled().replace(':6432', `:${port}`), direct());
      await eventually(async () => !(await refusal()).includes('ECONNREFUSED'));
      const inStatementMode = /^the pooler at DATABASE_URL is in statement mode.*pool_mode to transaction\.$/;
      expect(await refusal()).toMatch(inStatementMode);
      const { host } = new URL(pooled());
      const both = pooled().replace(host, `${host},${host.replace(':6432', `:${port}`)}`);
      expect(await refusalOf(both, direct())).toMatch(inStatementMode);
      await service.stop();
    });

    test('for none of that in transaction mode, with an address past it (negative control)', async () => {
      expect(await refusalOf(pooled(), direct())).toBe('none');
    });
  });
}
