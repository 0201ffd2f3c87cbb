import type { NewSite } from '../../../../contract/console/site-schemas.ts';
import { idOfPress, newId } from '../../../platform/keys.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { AuditedBy } from '../../audit/audit.ts';
import { applySite } from '../../declaration/apply-site.ts';
import { WrongDeclaration } from '../../declaration/declaration-faults.ts';
import { parseDeclaration } from '../../declaration/site-declaration.ts';
import type { Services } from '../../services.ts';
import { findOwnOrigin, invalidSettings } from '../admin-app.ts';

/** Characters of a name in an id. */
const slugMaxLength = 30;
const randomCharacters = 6;

/** The site of a press is there: its answer was lost, and it was sent again. */
class MadeAlready extends Error {}

/**
 * Creates a site in test mode, as `app apply` does with a file. A second press with the same key finds the site of the
 * first.
 *
 * @returns its id and public key
 * @throws Refusal invalid-settings with every fault
 */
export async function createSite(
  services: Services,
  by: AuditedBy,
  { key = newId(''), name, origins, plans }: NewSite,
): Promise<{ id: string; publicKey: string }> {
  const slug = `${slugOf(name)}-${idOfPress('', by.staffId, key).slice(0, randomCharacters)}`;
  const ids = { id: `app_${slug}`, publicKey: `pk_sb_${slug}` };
  try {
    const declaration = parseDeclaration({ ...ids, name, mode: 'sandbox', origins, plans: plans.map(declarePlan) });
    const judge = (before: unknown) => {
      if (before) throw new MadeAlready();
      const faults = findOwnOrigin(declaration, services.appUrl);
      if (faults.length > 0) throw new WrongDeclaration(faults);
    };
    const made = (tx: Transaction) => giveTo(services, tx, { by, siteId: declaration.id });
    await applySite(services, services.db, { ...by, declaration, judge, made });
  } catch (error) {
    if (error instanceof WrongDeclaration) throw invalidSettings(error);
    if (!(error instanceof MadeAlready)) throw error;
  }
  services.sites.refresh();
  return ids;
}

/** Gives the site to the person who made it, where they see given sites alone. */
async function giveTo(
  { siteMade }: Services,
  tx: Transaction,
  { by: { actor, staffId }, siteId }: { by: AuditedBy; siteId: string },
): Promise<void> {
  if (staffId) await siteMade?.(tx, { actor, staffId, siteId });
}

const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
    .slice(0, slugMaxLength)
    .replaceAll(/^-+|-+$/g, '') || 'site';

function declarePlan({ name, amountCents, currency, paid }: NewSite['plans'][number]) {
  const plan = { id: newId('pln_'), name };
  if (amountCents === null) return plan;
  const isOnce = paid === 'ONETIME';
  const price = {
    id: newId('prc_'),
    name: { MONTHLY: 'Monthly', YEARLY: 'Yearly', ONETIME: 'Once' }[paid],
    type: isOnce ? 'ONETIME' : 'SUBSCRIPTION',
    amountCents,
    currency,
    ...(!isOnce && { intervalType: paid, intervalCount: 1 }),
  };
  return { ...plan, prices: [price] };
}
