import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';
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
import { findNeededFields } from './needed-fields.ts';
import { isOwnIssuer } from '../sites/setting-values.ts';
import type { Site } from '../sites/site.ts';
import type { SiteDeclaration } from './site-declaration.ts';
import { SiteSettings } from '../sites/site-settings.ts';
import { findDeclared } from './site-state.ts';
import { listSites } from '../sites/sites.ts';

/** A declaration to apply, by an operator, a key or a person of staff. */
export interface SiteWish extends AuditedBy {
  declaration: SiteDeclaration;
  /** Missing for a remote declaration, which could name a variable and an endpoint of its own to send it to (exfiltration). */
  readVariable?: ReadVariable;
  /** Checks the current declaration under the lock, and throws where the change is not allowed. */
  judge?: (before: SiteDeclaration | undefined) => void;
  /** Called in the transaction, once a site is there that was not before. */
  made?: (tx: Transaction) => Promise<void>;
  /** Told in the transaction what it stores, which may be otherwise as soon as it has ended. */
  saved?: ((stored: SiteDeclaration) => void) | undefined;
  /** The changes that the operator has confirmed. */
  expected?: readonly Change[];
}

/** Optimistic locking: the site has changed since its differences were shown. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('the site was changed by somebody else meanwhile. Look at the difference again.');
  }
}

/** Services that applying a declaration needs. */
export type ApplyServices = Pick<Services, 'keys' | 'outbound' | 'neededFields'>;

/**
 * Makes a site exactly what is declared, in one transaction. What is not declared any more is deleted, except a plan or
 * price that members have, which becomes INACTIVE. Idempotent.
 *
 * @returns the changes; none when the site was so already
 * @throws WrongDeclaration for conflicts with other sites and stored secrets, without fields that are needed, and for a
 *   price under another plan
 * @throws Refusal invalid-settings for a webhook that cannot be called from here
 * @throws what `judge` throws
 * @throws ChangedMeanwhile when the changes differ from `expected`
 */
export const applySite = (services: ApplyServices, db: Database, wish: SiteWish): Promise<Change[]> =>
  transaction(db, async (tx) => {
    const { declaration } = wish;
    await lockSites(tx);
    const before = await findDeclared(tx, declaration.id);
    wish.judge?.(before);
    const faults = findNeededFields(services.neededFields ?? {}, before, declaration);
    faults.push(...(await findOthersNames(tx, before, declaration)));
    if (faults.length > 0) throw new WrongDeclaration(faults);
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
    if (changes.length > 0) await record(tx, wish, changes);
    if (!before) await wish.made?.(tx);
    if (after) wish.saved?.(after);
    return changes;
  });

/** The baseline of a new site: every setting at its default. */
const nothingDeclared = { ...SiteSettings.parse({}), plans: [], content: [], webhooks: [] };

/** The changes that applying would make: applied in a transaction that is rolled back. @throws as applySite does */
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

/** Ids and public keys are unique across sites. @returns faults of those of another site, and of moved prices */
async function findOthersNames(
  tx: Transaction,
  before: SiteDeclaration | undefined,
  declaration: SiteDeclaration,
): Promise<Fault[]> {
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
  const faults = named
    .filter(([, name]) => taken.has(name))
    .map(([path, name]) => ({ path, message: `${name} belongs to another site` }));
  return [...faults, ...findMovedPrices(before, declaration), ...(await findClientsOfOthers(tx, declaration))];
}

/** A price stays with its plan: who pays for it by an open page bought that plan, and a refund ends that one. */
function findMovedPrices(before: SiteDeclaration | undefined, { plans }: SiteDeclaration): Fault[] {
  const owners = new Map((before?.plans ?? []).flatMap((plan) => plan.prices.map(({ id }) => [id, plan.id] as const)));
  return plans.flatMap((plan, at) =>
    plan.prices.flatMap(({ id }, priceAt) => {
      const owner = owners.get(id) ?? plan.id;
      if (owner === plan.id) return [];
      const message = `${id} is a price of ${owner}: give this one another id`;
      return [{ path: ['plans', at, 'prices', priceAt, 'id'], message }];
    }),
  );
}

/** Changes the payment mode. @returns a note on the consequences for purchases */
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

/** The local provider identifies a client by its id alone, so two sites with one client id would share its secret. */
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

/** Deletes plans and prices that are not declared any more. @returns ids of those that became INACTIVE */
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

/** Adds a note to a change: why something was kept, and what else follows. */
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

const record = (
  tx: Transaction,
  { declaration: { id }, actor, staffId, reason }: SiteWish,
  changes: readonly Change[],
): Promise<void> =>
  recordAct(tx, {
    actor,
    staffId,
    reason,
    siteId: id,
    action: 'app.applied',
    subject: id,
    note: changes.map(describeChange).join('\n'),
  });
