import { createDomains } from './domains.ts';
import type { MemberDeletion } from './membership/administration/member-deletion.ts';
import type { Env } from './platform/env.ts';
import { createFiles } from './platform/files/file-store.ts';
import { createImages } from './platform/files/images.ts';
import { createLog } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';
import { startCards } from './vendors.ts';

/**
 * Builds both domains for a command that deletes a member, so that a deletion does the same as over HTTP. The card
 * provider is opened only then: without a key it is the sandbox, which is a server and does what is due.
 */
export async function lendDeletion<T>(
  env: Env,
  world: Pick<Platform, 'db' | 'clock' | 'keys' | 'outbound' | 'limits'>,
  use: (deletion: MemberDeletion) => Promise<T>,
): Promise<T> {
  // What goes wrong is said to who types, not to a log.
  const log = createLog('silent');
  const { cards, sandbox } = await startCards(env, { db: world.db, log });
  try {
    const platform: Platform = {
      ...world,
      cards,
      log,
      files: createFiles(env, log),
      images: createImages(log),
      production: env.production,
      appUrl: env.appUrl,
      uploadsUrl: env.uploadsUrl,
    };
    return await use(createDomains(platform).membership.deletion);
  } finally {
    await sandbox?.close();
  }
}
