import type { Ground } from '../ground.ts';
import type { Program } from '../program.ts';

/** The product and the baseline beside it, on one database. */
export interface Servers {
  databaseUrl: string;
  product: Program;
  bare: Program;
}

/** Starts both, a process each. */
export async function startServers(ground: Ground): Promise<Servers> {
  const databaseUrl = await ground.newDatabase('membership');
  // A first start compiles every module and declares the sites, which leaves 20 MB; those after it have neither to do.
  await (await ground.startProduct(databaseUrl)).stop();
  return {
    databaseUrl,
    product: await ground.startProduct(databaseUrl),
    bare: await ground.startProgram('membership/bare-server.ts', { DATABASE_URL: databaseUrl }),
  };
}
