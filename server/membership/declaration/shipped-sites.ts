import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { transaction } from '../../platform/database/database.ts';
import { findShippedDigest, lockSites, saveShipped } from './apply-site.store.ts';
import { applySite, type ApplyServices } from './apply-site.ts';
import { readDeclarationFile } from './declaration-file.ts';
import type { SiteDeclaration } from './site-declaration.ts';

/** A site that comes with the product. */
export interface ShippedSite {
  declaration: SiteDeclaration;
  /** SHA-256 of the file's text, in hex. */
  digest: string;
  /** Whether it is for development only, not for production. */
  isDemonstration: boolean;
}

const demonstrationFile = 'demo.yaml';

const folder = new URL('../../../config/sites/', import.meta.url);

/** Reads the sites in `config/sites/`. @throws WrongFile with the faults of a file */
export const readShippedSites = (): ShippedSite[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return {
        declaration: readDeclarationFile(name, text).declaration,
        digest: createHash('sha256').update(text).digest('hex'),
        isDemonstration: name === demonstrationFile,
      };
    });

/**
 * Applies a shipped site's file, unless exactly this file was applied before: an operator's later changes stay.
 */
export async function takeShippedSite(
  services: ApplyServices & { db: Parameters<typeof transaction>[0] },
  { declaration, digest, isDemonstration }: ShippedSite,
): Promise<void> {
  if ((await findShippedDigest(services.db, declaration.id)) === digest) return;
  await transaction(services.db, async (tx) => {
    // Double-checked under the lock: another process may start at the same time.
    await lockSites(tx);
    if ((await findShippedDigest(tx, declaration.id)) === digest) return;
    await applySite(services, tx, { declaration, actor: 'the shipped file' });
    await saveShipped(tx, declaration.id, { digest, isDemonstration });
  });
}
