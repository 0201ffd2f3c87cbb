import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool, endPool } from '../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts';
import { createLog } from '../server/platform/log.ts';
import { migrateAsOwner } from '../server/schema.ts';
import { readSiteKeys, withoutSite } from '../server/site-keys.ts';

/** Lists what of the schema does not contain the site's id, from the catalogue of a fresh database (docs/scale.md). */
const folder = await mkdtemp(path.join(tmpdir(), 'intake-site-keys-'));
await chmod(folder, 0o755);
const { ownerUrl, url, stop } = await startEmbeddedPostgres({
  directory: path.join(folder, 'postgres'),
  unsafeNoDurability: true,
});
try {
  await migrateAsOwner({ ownerUrl, productUrl: url }, createLog('warn'));
  const pool = createPool({ url: ownerUrl, maxConnections: 1 });
  const { tables, keys, references } = await readSiteKeys(pool);
  await endPool(pool);
  print(
    'Tables without the site’s id',
    tables.map((table) => `${table}: ${withoutSite[table] ?? 'NO REASON'}`),
  );
  print('Unique keys without it, of tables that have it', keys);
  print('Foreign keys without it', references);
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}

function print(title: string, lines: readonly string[]): void {
  console.log(`${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
