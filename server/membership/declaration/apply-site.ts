import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { recordAct } from '../audit/audit.ts';
import { declareContent } from '../content/content.ts';
import { followMode, RealPurchases } from '../plans/billing/payment-mode.ts';
import type { Services } from '../services.ts';
import { declareEndpoints } from '../site-events/endpoints.ts';
import { findTaken, lockSites, removeOrRetire, saveSite } from './apply-site.store.ts';
import type { Change } from '../sites/change.ts';
import { compare, isSame } from './compare.ts';
import { describeChange } from './describe-change.ts';
import { WrongDeclaration, type Fault } from './declaration-faults.ts';
import { declareSecrets, type ReadVariable } from './declared-secrets.ts';
import { isOwnIssuer } from '../sites/setting-values.ts';
import type { Site } from '../sites/site.ts';
import type { SiteDeclaration } from './site-declaration.ts';
import { SiteSettings } from '../sites/site-settings.ts';
import { findDeclared } from './site-state.ts';
import { listSites } from '../sites/sites.ts';

/** A site as somebody wants it to be. */
export interface SiteWish {
  declaration: SiteDeclaration;
  /** Who wants it, for the audit trail. */
  actor: string;
  /** Left out where the declaration comes from afar: nobody is to have our environment sent to a place they name. */
  readVariable?: ReadVariable;
  /** Looks at what holds before, and throws where it may not be changed into this. */
  judge?: (before: SiteDeclaration | undefined) => void;
  /** What somebody has been shown and said yes to. */
  expected?: readonly Change[];
}

/** The site is not any more what it was when its changes were shown. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('the site was changed by somebody else meanwhile. Look at the difference again.');
  }
}

export type ApplyServices = Pick<Services, 'keys' | 'outbound'>;

/**
 * Makes a site what is declared, in one transaction. What is not declared any more goes, except what members have: a
 * plan or price becomes INACTIVE. Safe to repeat.
 *
 * @returns what is otherwise than before; empty when nothing was to do
 * @throws WrongDeclaration for what only shows beside other sites and stored secrets
 * @throws Refusal invalid-settings for a webhook that cannot be called from here
 * @throws whatever its judge does
 * @throws ChangedMeanwhile when something else was expected
 */
export const applySite = (services: ApplyServices, db: Database, wish: SiteWish): Promise<Change[]> =>
  transaction(db, async (tx) => {
    const { declaration, actor } = wish;
    await lockSites(tx);
    const before = await findDeclared(tx, declaration.id);
    wish.judge?.(before);
    await requireOwnNames(tx, declaration);
    const consequence = await changeMode(tx, before, declaration);
    await saveSite(tx, withoutSecrets(declaration));
    const retired = await removeOthers(tx, before, declaration);
    const secrets = await declareSecrets(services, tx, {
      declaration,
      before,
      readVariable: wish.readVariable,
    });
    await declareContent(tx, declaration.id, declaration.content);
    const onAgain = await declareEndpoints(services, tx, declaration.id, declaration.webhooks);
    const after = await findDeclared(tx, declaration.id);
    const changes = [
      ...compare(before ?? nothingDeclared, after).map((change) => explain(change, { retired, after, consequence })),
      ...secrets,
      ...onAgain,
    ];
    if (wish.expected && !isSame(changes, wish.expected)) throw new ChangedMeanwhile();
    if (changes.length > 0) await record(tx, declaration.id, actor, changes);
    return changes;
  });

/** What a new site differs from: all that holds where nothing is named. */
const nothingDeclared = { ...SiteSettings.parse({}), plans: [], content: [], webhooks: [] };

/** What applying would change: it is done, looked at and undone. @throws as applySite does */
export const previewSite = (services: ApplyServices, db: Database, wish: SiteWish): Promise<Change[]> =>
  dryRun(db, (tx) => applySite(services, tx, wish));

function withoutSecrets({
  authProviders,
  captchaSecret: _captchaSecret,
  content: _content,
  webhooks: _webhooks,
  ...site
}: SiteDeclaration): Site {
  return { ...site, authProviders: authProviders.map(({ clientSecret: _clientSecret, ...provider }) => provider) };
}

/** Ids and keys are one for all sites: nobody takes over what is another site's. */
async function requireOwnNames(tx: Transaction, declaration: SiteDeclaration): Promise<void> {
  const taken = await findTaken(tx, declaration);
  const { publicKey, plans } = declaration;
  const named: [readonly PropertyKey[], string][] = [
    [['publicKey'], publicKey],
    ...plans.flatMap(({ id, prices }, at): [readonly PropertyKey[], string][] => [
      [['plans', at, 'id'], id],
      ...prices.map((price, priceAt): [readonly PropertyKey[], string] => [
        ['plans', at, 'prices', priceAt, 'id'],
        price.id,
      ]),
    ]),
  ];
  const faults: Fault[] = named
    .filter(([, name]) => taken.has(name))
    .map(([path, name]) => ({ path, message: `${name} belongs to another site` }));
  faults.push(...(await findClientsOfOthers(tx, declaration)));
  if (faults.length > 0) throw new WrongDeclaration(faults);
}

/** @returns what follows for what members have bought */
async function changeMode(
  tx: Transaction,
  before: SiteDeclaration | undefined,
  { id, mode }: SiteDeclaration,
): Promise<string | undefined> {
  try {
    return await followMode(tx, id, { before: before?.mode, after: mode });
  } catch (error) {
    if (!(error instanceof RealPurchases)) throw error;
    throw new WrongDeclaration([{ path: ['mode'], message: error.message }]);
  }
}

/** Our own provider knows a site by its client id alone: of two, one would have to know the other's secret. */
async function findClientsOfOthers(tx: Transaction, { id, authProviders }: SiteDeclaration): Promise<Fault[]> {
  const others = (await listSites(tx)).filter((site) => site.id !== id);
  const registered = others.flatMap((site) => site.authProviders).filter(({ issuer }) => isOwnIssuer(issuer));
  const taken = new Set(registered.map(({ clientId }) => clientId));
  return authProviders.flatMap(({ clientId, issuer }, at) =>
    isOwnIssuer(issuer) && taken.has(clientId)
      ? [{ path: ['authProviders', at, 'clientId'], message: `${clientId} belongs to another site` }]
      : [],
  );
}

/** @returns the ids of plans and prices that had to stay */
async function removeOthers(
  tx: Transaction,
  before: SiteDeclaration | undefined,
  { plans }: SiteDeclaration,
): Promise<Set<string>> {
  const retired = new Set<string>();
  const declaredPrices = new Set(plans.flatMap(({ prices }) => prices.map(({ id }) => id)));
  for (const plan of before?.plans ?? []) {
    const isDeclared = plans.some(({ id }) => id === plan.id);
    if (!isDeclared && !(await removeOrRetire(tx, 'plan', plan.id))) retired.add(plan.id);
    if (!isDeclared) continue;
    for (const { id } of plan.prices)
      if (!declaredPrices.has(id) && !(await removeOrRetire(tx, 'price', id))) retired.add(id);
  }
  return retired;
}

/** Says why something that was to go is still there, and what else follows. */
function explain(
  change: Change,
  {
    retired,
    after,
    consequence,
  }: { retired: ReadonlySet<string>; after: SiteDeclaration | undefined; consequence: string | undefined },
): Change {
  if (change.path === 'mode' && consequence !== undefined) return { ...change, note: consequence };
  if (change.path === 'publicKey' && change.kind === 'changed')
    return { ...change, note: 'pages of the site that still name the old one find no site' };
  const id = /\[([^[\]]+)\]\.status$/.exec(change.path)?.[1];
  if (id !== undefined && retired.has(id))
    return { ...change, note: 'it is not declared any more, but members have it or had it: it stays for them alone' };
  if (change.kind === 'removed' && /^fields\[[^[\]]+\]$/.test(change.path))
    return { ...change, note: 'values that are stored stay stored' };
  const lostPrice =
    change.kind === 'removed' ? /^plans\[([^[\]]+)\]\.prices\[[^[\]]+\]$/.exec(change.path)?.[1] : undefined;
  if (after?.plans.find((plan) => plan.id === lostPrice)?.prices.length === 0)
    return { ...change, note: 'the plan has no price left: it costs nothing now' };
  return change;
}

const record = (tx: Transaction, siteId: string, actor: string, changes: readonly Change[]): Promise<void> =>
  recordAct(tx, {
    siteId,
    actor,
    action: 'app.applied',
    subject: siteId,
    note: changes.map(describeChange).join('\n'),
  });
