import { createHash } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { applySite, previewSite } from '../declaration/apply-site.ts';
import type { Change } from '../sites/change.ts';
import { WrongDeclaration, writePath, type Fault } from '../declaration/declaration-faults.ts';
import { parseDeclaration, type SiteDeclaration } from '../declaration/site-declaration.ts';
import { findDeclared } from '../declaration/site-state.ts';
import type { Administration } from './admin-members.ts';

/** A declaration, with the tag by which another one is told from it. */
export interface TaggedDeclaration {
  declared: SiteDeclaration;
  tag: string;
}

/** The site as it is declared at this moment, without its secrets. */
export async function getDeclaration(services: Services, { site }: Administration): Promise<TaggedDeclaration> {
  const declared = await findDeclared(services.db, site.id);
  if (!declared) throw new Refusal('app-not-found');
  return { declared, tag: tagOf(declared) };
}

const tagOf = (declared: SiteDeclaration) =>
  `"${createHash('sha256').update(JSON.stringify(declared)).digest('base64url')}"`;

/** What is sent to become the site's declaration. */
export interface SentDeclaration {
  sent: unknown;
  /** Only looks what would change. */
  dryRun: boolean;
  /** The tag of what it was made from, so that nobody else's change is undone unseen. */
  basedOn?: string | undefined;
}

/**
 * Makes the site what its own server declares, within what is the site's to say.
 *
 * @throws Refusal invalid-settings with every fault, changed-meanwhile
 */
export async function applyDeclaration(
  services: Services,
  { site, actor }: Administration,
  { sent, dryRun, basedOn }: SentDeclaration,
): Promise<Change[]> {
  try {
    const declaration = parseDeclaration(sent);
    if (declaration.id !== site.id) throw new WrongDeclaration([foreign('id', site.id)]);
    const judge = (current: SiteDeclaration | undefined) => {
      if (!current) throw new Refusal('app-not-found');
      if (basedOn !== undefined && basedOn !== tagOf(current)) throw new Refusal('changed-meanwhile');
      requireOwnMatters(declaration, current, services.appUrl);
    };
    if (dryRun) return await previewSite(services, services.db, { declaration, actor, judge });
    const changes = await applySite(services, services.db, { declaration, actor, judge });
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
function requireOwnMatters(wanted: SiteDeclaration, current: SiteDeclaration, appUrl: string): void {
  const faults = (['mode', 'ownPages', 'isPaid', 'memberLimit'] as const)
    .filter((key) => wanted[key] !== current[key])
    .map((key) => foreign(key, current[key]));
  // Whoever may talk to the site from there could use the sessions of our own pages.
  if (wanted.origins.includes(appUrl) && !current.origins.includes(appUrl))
    faults.push({ path: ['origins', wanted.origins.indexOf(appUrl)], message: 'this is the origin of our own pages' });
  if (faults.length > 0) throw new WrongDeclaration(faults);
}

const foreign = (key: string, value: unknown): Fault => ({
  path: [key],
  message: `this stays ${String(value)}; only the operator changes it`,
});
