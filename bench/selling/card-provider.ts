/** The card sandbox as a process of its own, as the real provider is: its work must not count as the product's. */
import { createDatabase, createPool } from '../../server/platform/database/database.ts';
import { createHttpServer } from '../../server/platform/http/server.ts';
import type { Http } from '../../server/platform/http/typed.ts';
import { createLog } from '../../server/platform/log.ts';
import { startCardSandbox } from '../../server/platform/stand-ins/card-sandbox/card-sandbox.ts';

const { DATABASE_URL = '', PORT = '', WEBHOOK_URL = '', WEBHOOK_SECRET = '' } = process.env;
const log = createLog('error');
const pool = createPool({ url: DATABASE_URL });
const publicUrl = `http://127.0.0.1:${PORT}`;
const sandbox = await startCardSandbox({
  db: createDatabase(pool),
  publicUrl,
  webhookUrl: WEBHOOK_URL,
  webhookSecret: WEBHOOK_SECRET,
  log,
});
const app = createHttpServer({ log, trustedProxies: [] });
app.get('/healthz', async () => sandbox.apiBase);
await app.register(async (scoped) => sandbox.routes(scoped as unknown as Http));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
const close = async () => {
  await app.close();
  await sandbox.close();
  await pool.end();
};
process.once('SIGTERM', () => void close());
