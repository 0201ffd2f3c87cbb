import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { applySite, previewSite } from '../sites/apply-site.ts';
import type { Change } from '../sites/compare.ts';
import { WrongDeclaration, writePath, type Fault } from '../sites/declaration-faults.ts';
import { parseDeclaration, type SiteDeclaration } from '../sites/site-declaration.ts';
import { findDeclared } from '../sites/site-state.ts';
import type { Administration } from './admin-members.ts';

/** The site as it is declared at this moment, without its secrets. */
export async function getDeclaration(services: Services, { site }: Administration): Promise<SiteDeclaration> {
  const declared = await findDeclared(services.db, site.id);
  if (!declared) throw new Refusal('app-not-found');
  return declared;
}

/**
 * Makes the site what its own server declares, within what is the site's to say.
 *
 * @param dryRun only looks what would change
 * @throws Refusal invalid-settings with every fault
 */
export async function applyDeclaration(
  services: Services,
  administration: Administration,
  { sent, dryRun }: { sent: unknown; dryRun: boolean },
): Promise<Change[]> {
  const { actor } = administration;
  const current = await getDeclaration(services, administration);
  try {
    const declaration = parseDeclaration(sent);
    requireOwnMatters(declaration, current);
    if (dryRun) return await previewSite(services, services.db, { declaration, actor });
    const changes = await applySite(services, services.db, { declaration, actor });
    services.sites.refresh();
    return changes;
  } catch (error) {
    if (!(error instanceof WrongDeclaration)) throw error;
    throw new Refusal('invalid-settings', {
      extras: { faults: error.faults.map(({ path, message }) => ({ path: writePath(path), message })) },
    });
  }
}

/** A key opens one site, and not what belongs to the installation. @throws WrongDeclaration */
function requireOwnMatters(wanted: SiteDeclaration, current: SiteDeclaration): void {
  const faults: Fault[] = (['id', 'mode', 'ownPages'] as const)
    .filter((key) => wanted[key] !== current[key])
    .map((key) => ({ path: [key], message: `this stays ${String(current[key])}; only the operator changes it` }));
  if (faults.length > 0) throw new WrongDeclaration(faults);
}
