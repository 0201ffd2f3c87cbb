import { createHash } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { applySite, previewSite } from '../declaration/apply-site.ts';
import type { Change } from '../sites/change.ts';
import { WrongDeclaration, writePath, type Fault } from '../declaration/declaration-faults.ts';
import { parseDeclaration, type SiteDeclaration } from '../declaration/site-declaration.ts';
import { findDeclared } from '../declaration/site-state.ts';
import type { Administration } from './admin-members.ts';

/** A declaration with its entity tag, for optimistic locking. */
export interface TaggedDeclaration {
  declared: SiteDeclaration;
  tag: string;
}

/** The site's current declaration, without its secrets. @throws Refusal app-not-found */
export async function getDeclaration(services: Services, { site }: Administration): Promise<TaggedDeclaration> {
  const declared = await findDeclared(services.db, site.id);
  if (!declared) throw new Refusal('app-not-found');
  return { declared, tag: tagOf(declared) };
}

const tagOf = (declared: SiteDeclaration) =>
  `"${createHash('sha256').update(JSON.stringify(declared)).digest('base64url')}"`;

/** A declaration to apply, as a site's server sends it. */
export interface SentDeclaration {
  sent: unknown;
  /** Compares and lists the changes, applies none. */
  dryRun: boolean;
  /** `If-Match`: the entity tag it was edited from (optimistic locking, against a lost update). */
  basedOn?: string | undefined;
  /** Told what is stored, see `SiteWish`. */
  saved?: (stored: SiteDeclaration) => void;
}

/**
 * Applies the declaration a site's own server sends, as far as a secret key may change it.
 *
 * @throws Refusal invalid-settings with every fault, changed-meanwhile, app-not-found
 */
export async function applyDeclaration(
  services: Services,
  { site, ...by }: Administration,
  { sent, dryRun, basedOn, saved }: SentDeclaration,
): Promise<Change[]> {
  try {
    const declaration = parseDeclaration(sent);
    if (declaration.id !== site.id) throw new WrongDeclaration([operatorOnly('id', site.id)]);
    const judge = (current: SiteDeclaration | undefined) => {
      if (!current) throw new Refusal('app-not-found');
      if (basedOn !== undefined && basedOn !== tagOf(current)) throw new Refusal('changed-meanwhile');
      requireKeyScope(declaration, current, services.appUrl);
    };
    if (dryRun) return await previewSite(services, services.db, { ...by, declaration, judge });
    const changes = await applySite(services, services.db, { ...by, declaration, judge, saved });
    services.sites.refresh();
    return changes;
  } catch (error) {
    if (!(error instanceof WrongDeclaration)) throw error;
    throw invalidSettings(error);
  }
}

/** The refusal that lists every fault of a declaration. */
export const invalidSettings = ({ faults }: WrongDeclaration): Refusal =>
  new Refusal('invalid-settings', {
    extras: { faults: faults.map(({ path, message }) => ({ path: writePath(path), message })) },
  });

/** Settings that only the operator changes, by command. */
export const operatorKeys = ['mode', 'ownPages', 'isPaid', 'memberLimit'] as const;

/** A secret key may not change what only the operator may. @throws WrongDeclaration with every such change */
function requireKeyScope(wanted: SiteDeclaration, current: SiteDeclaration, appUrl: string): void {
  const faults = operatorKeys
    .filter((key) => wanted[key] !== current[key])
    .map((key) => operatorOnly(key, current[key]));
  if (!current.origins.includes(appUrl)) faults.push(...findOwnOrigin(wanted, appUrl));
  if (faults.length > 0) throw new WrongDeclaration(faults);
}

/** Privilege escalation: a site with our own origin allowed could use the cookie sessions of our pages. */
export const findOwnOrigin = ({ origins }: Pick<SiteDeclaration, 'origins'>, appUrl: string): Fault[] =>
  origins.includes(appUrl)
    ? [{ path: ['origins', origins.indexOf(appUrl)], message: 'this is the origin of our own pages' }]
    : [];

/** The fault of a change that only the operator may make. */
export const operatorOnly = (key: string, value: unknown): Fault => ({
  path: [key],
  message: `this stays ${String(value)}; only the operator changes it`,
});
