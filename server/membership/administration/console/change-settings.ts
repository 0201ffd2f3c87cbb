import type { SettingsChange } from '../../../../contract/console/site-schemas.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { WrongDeclaration } from '../../declaration/declaration-faults.ts';
import { parseDeclaration, type SiteDeclaration } from '../../declaration/site-declaration.ts';
import type { Services } from '../../services.ts';
import type { Change } from '../../sites/change.ts';
import { toApp } from '../../sites/site.ts';
import {
  applyDeclaration,
  getDeclaration,
  invalidSettings,
  operatorOnly,
  type TaggedDeclaration,
} from '../admin-app.ts';
import type { Administration } from '../admin-members.ts';
import { countHolders } from './plan-holders.store.ts';
import { requireSettingsVersion } from './settings-version.ts';

/** Settings to change, each as a whole. */
interface SettingsWish {
  version: string;
  settings: Readonly<Record<string, unknown>>;
  dryRun: boolean;
  /** The person has proved who they are and said why. */
  isConfirmed: boolean;
}

/** What a change does, and the settings that it leaves: after a dry run as they were. */
interface ChangedSettings {
  changes: SettingsChange[];
  declared: SiteDeclaration;
}

/** Attempts against other saves of the same second, of settings that this change does not touch. */
const mostAttempts = 3;

/**
 * Changes settings of a site as its own server would, by `applyDeclaration`: the settings that are not named are as they
 * are now. A save of other settings at the same moment is built upon.
 *
 * @throws Refusal site-managed-by-file, changed-meanwhile, invalid-settings; confirmation-required for a grave change
 */
export async function changeSettings(
  services: Services,
  by: Administration,
  wish: SettingsWish,
  attempt = 1,
): Promise<ChangedSettings> {
  const current = await getDeclaration(services, by);
  if (current.declared.managedBy === 'file') throw new Refusal('site-managed-by-file');
  // Refuses also with `changed-meanwhile`, but of settings that this wish names: tried again it would be refused again.
  requireSettingsVersion(current.declared, wish);
  try {
    return await changeSettingsFrom(services, by, wish, current);
  } catch (error) {
    const isLate = error instanceof Refusal && error.code === 'changed-meanwhile';
    if (!isLate || attempt >= mostAttempts) throw error;
    return changeSettings(services, by, wish, attempt + 1);
  }
}

/** @throws Refusal changed-meanwhile where the site is no longer as declared, by its tag */
async function changeSettingsFrom(
  services: Services,
  by: Administration,
  wish: SettingsWish,
  { declared, tag }: TaggedDeclaration,
): Promise<ChangedSettings> {
  requireConsole(wish.settings, declared);
  const sent = { ...declared, ...wish.settings };
  const listed = await applyDeclaration(services, by, { sent, dryRun: true, basedOn: tag });
  const changes = await judge(services, by, listed, { before: declared, after: parseDeclaration(sent) });
  if (wish.dryRun) return { changes, declared };
  if (!wish.isConfirmed && changes.some(({ isGrave }) => isGrave)) throw new Refusal('confirmation-required');
  let stored = declared;
  const saved = (after: SiteDeclaration) => void (stored = after);
  await applyDeclaration(services, by, { sent, dryRun: false, basedOn: tag, saved });
  return { changes, declared: stored };
}

/** Who manages a site is said in its file: the console neither hands a site to a file nor takes it from one. */
function requireConsole(settings: SettingsWish['settings'], { managedBy }: SiteDeclaration): void {
  if (Object.hasOwn(settings, 'managedBy') && settings['managedBy'] !== managedBy)
    throw invalidSettings(new WrongDeclaration([operatorOnly('managedBy', managedBy)]));
}

/** Adds to each change what follows for members. */
async function judge(
  { db }: Services,
  { site }: Administration,
  changes: Change[],
  { before, after }: { before: SiteDeclaration; after: SiteDeclaration },
): Promise<SettingsChange[]> {
  const holders = await countHolders(db, site.id);
  const widened = findWidened(before, after);
  const hasNewOrigin = after.origins.some((origin) => !before.origins.includes(origin));
  return changes.map((change) => {
    const planId = /^plans\[([^\]]+)\]/.exec(change.path)?.[1];
    const members = planId === undefined ? undefined : holders[planId];
    return {
      ...change,
      isGrave: takesFromMembers(change) || opensChannel(change, widened) || opensAccounts(change, hasNewOrigin),
      ...(members !== undefined && { members }),
    };
  });
}

/** Whether a change takes something from members or shows something of theirs. */
function takesFromMembers({ kind, path, to }: Change): boolean {
  if (path === 'publicKey') return true;
  if (kind === 'removed') return /^authProviders\[[^\]]+\]$/.test(path);
  if (/^plans\[.*\]\.status$/.test(path)) return to === '"INACTIVE"';
  // Values that members gave for themselves become readable by others: a field that is new has those of an earlier one.
  return /^fields\[[^\]]+\]\.visibility$/.test(path) && to !== '"PRIVATE"';
}

/** Whether others than before may read what stands in a channel for some members. @param widened see `findWidened` */
function opensChannel({ kind, path }: Change, widened: readonly string[]): boolean {
  if (path.startsWith('comments.gatedChannels')) return kind !== 'added';
  const isWhoMay = /\.(?:allowAllMembers|plans)\b/.test(path) && kind !== 'removed';
  return isWhoMay && widened.some((id) => path.startsWith(`contentGroups[${id}].`));
}

/** Ids of the content groups of channels that let in members whom they did not. */
function findWidened(before: SiteDeclaration, after: SiteDeclaration): string[] {
  const gates = new Set(before.comments.gatedChannels.map(({ contentGroup }) => contentGroup));
  const widened = after.contentGroups.filter(({ key, allowAllMembers, plans }) => {
    const old = before.contentGroups.find((group) => group.key === key);
    if (!old || old.allowAllMembers || !gates.has(key)) return false;
    return allowAllMembers || plans.some(({ id }) => old.plans.every((plan) => plan.id !== id));
  });
  return widened.map(({ id }) => id);
}

/**
 * Whether a change lets others into accounts or discloses members, as a secret key does: a provider vouches for
 * addresses, pages of an origin hold sessions, a webhook is sent members, and without a required factor a password is enough.
 */
function opensAccounts({ kind, path, to }: Change, hasNewOrigin: boolean): boolean {
  // One change of all of them where an earlier release stored one twice.
  if (path.startsWith('origins')) return kind !== 'removed' && hasNewOrigin;
  if (path.startsWith('webhooks[') && path.endsWith('].url')) return kind !== 'removed';
  if (path === 'secondFactor') return to === '"offered"';
  if (path === 'sessionInAddress') return to === 'true';
  const ofProvider = /^authProviders\[[^\]]+\]\.(\w+)/.exec(path)?.[1];
  return ofProvider !== undefined && !['name', 'icon', 'order'].includes(ofProvider);
}

/**
 * What pages would be told of the site with these settings.
 *
 * @throws Refusal invalid-settings with every fault, app-not-found
 */
export async function previewApp(
  services: Services,
  by: Administration,
  settings: SettingsWish['settings'],
): Promise<ReturnType<typeof toApp>> {
  const { declared } = await getDeclaration(services, by);
  try {
    return toApp(parseDeclaration({ ...declared, ...settings }));
  } catch (error) {
    if (!(error instanceof WrongDeclaration)) throw error;
    throw invalidSettings(error);
  }
}
