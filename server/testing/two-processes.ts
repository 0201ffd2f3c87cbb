import type { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import { startBalancer } from './balancer.ts';
import { createTestDatabase } from './database.ts';
import { declareSite } from './declare-site.ts';
import { startProcess } from './process.ts';
import { createTestClient, freePort, type TestProduct } from './product.ts';

export interface TwoProcesses extends TestProduct {
  /** Ends one of the two as a power cut would. It stays away. */
  killOne(): Promise<void>;
}

/**
 * The product as two processes on one database, behind a balancer that hands them requests in turn: two calls in a row
 * never meet the same process.
 *
 * @param sites declared beside those of a fresh installation
 */
export async function startTwoProcesses({
  sites = [],
}: { sites?: readonly SiteDeclaration[] } = {}): Promise<TwoProcesses> {
  const database = await createTestDatabase();
  for (const site of sites) await declareSite(database.db, site);
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
  const url = `http://127.0.0.1:${port}`;
  const starts = await Promise.allSettled(
    ports.map((own) => startProcess({ database: database.variables, port: own, appUrl: url })),
  );
  const balancer = await startBalancer(port, ports);
  const stop = async () => {
    await balancer.close();
    // Nobody asks them any more, and the database goes with them.
    for (const start of starts) if (start.status === 'fulfilled') await start.value.kill();
    await database.drop();
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const killOne = async () => {
    const [one] = starts;
    if (one?.status === 'fulfilled') await one.value.kill();
  };
  return { ...createTestClient(url, database), killOne, stop };
}
