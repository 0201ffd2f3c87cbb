import { createDomains } from './domains.ts';
import type { Membership } from './membership/index.ts';
import type { Env } from './platform/env.ts';
import { createFiles } from './platform/files/file-store.ts';
import { createImages } from './platform/files/images.ts';
import { createLog } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';
import { startCards } from './vendors.ts';

/**
 * Builds both domains for a command that creates or deletes members, so that it does the same as a call over HTTP. Only
 * such a command opens the card provider: without a key that is the sandbox, which starts a server and runs due tasks.
 */
export async function lendMembership<T>(
  env: Env,
  world: Pick<Platform, 'db' | 'reports' | 'clock' | 'keys' | 'outbound' | 'limits'>,
  use: (membership: Membership) => Promise<T>,
): Promise<T> {
  // Errors are printed for the operator, not logged.
  const log = createLog('silent');
  const { cards, sandbox } = await startCards(env, { db: world.db, log });
  try {
    const platform: Platform = {
      ...world,
      cards,
      log,
      files: createFiles(env, log),
      images: createImages(log),
      retention: env.retention,
      production: env.production,
      appUrl: env.appUrl,
      uploadsUrl: env.uploadsUrl,
    };
    return await use(createDomains(platform).membership);
  } finally {
    await sandbox?.close();
  }
}
