import { applySite } from '../membership/declaration/apply-site.ts';
import type { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import type { Database } from '../platform/database/database.ts';
import { developmentSecret } from '../platform/development-secrets.ts';
import { createKeys } from '../platform/keys.ts';
import { createOutbound } from '../platform/outbound.ts';

/**
 * A site for a test, declared as an operator declares one.
 *
 * @param keys what its secrets are sealed with; those of a product on this database unless given
 */
export async function declareSite(
  db: Database,
  declaration: SiteDeclaration,
  keys?: ReturnType<typeof createKeys>,
): Promise<void> {
  const services = {
    keys: keys ?? createKeys([await developmentSecret(db, 'signing')]),
    outbound: createOutbound({ reachesOwnMachine: true }),
  };
  await applySite(services, db, { declaration, actor: 'a test' });
}
