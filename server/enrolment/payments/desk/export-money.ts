import type { MoneyExportWish, MovementKind } from '../../../../contract/console/order-care-schemas.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { byteOrderMark, toCsvLine } from '../../../platform/csv.ts';
import { transaction } from '../../../platform/database/database.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import type { SignedInStaff } from '../../../platform/http/serve.ts';
import { authorOf } from '../../../platform/notes/notes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { figureZoneOf, partnersAsked } from '../../partner-scope.ts';
import type { EnrolmentServices } from '../../services.ts';
import { readMovements, type Movement } from './movements.store.ts';

const kindWords: Readonly<Record<MovementKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  'refund-returned': 'Refund sent back',
};

/** Each column with its value. A number is written as such: an amount below nothing is no formula. */
const columns: Readonly<Record<string, (movement: Movement) => string | number | null>> = {
  Date: ({ at }) => at.toISOString(),
  Order: ({ reference }) => reference,
  Partner: ({ partner }) => partner,
  Kind: ({ kind }) => kindWords[kind],
  // In units of the currency, signed: what came in is positive.
  Amount: ({ cents }) => cents / 100,
  Currency: ({ currency }) => currency.toUpperCase(),
  // Prices hold no tax that is shown apart.
  Tax: () => 0,
  'Provider id': ({ providerId }) => providerId,
  // The provider does not tell it with a payment.
  'Provider fee': () => null,
  'Student id': ({ memberId }) => memberId,
};

/** Before and behind every movement. */
const firstDay = '1970-01-01';
const lastDay = '9999-12-30';

/**
 * Money as CSV in pieces, one line per movement, in the order of time. The export stands in the audit trail before its first
 * line. Memory holds two pages at most.
 *
 * @throws Refusal invalid-request for days that end before they begin
 */
export async function exportMoney(
  { db }: Pick<EnrolmentServices, 'db'>,
  { staff, scope }: { staff: SignedInStaff; scope: Pick<StaffScope, 'partners'> },
  { from = firstDay, until = lastDay, partner }: MoneyExportWish,
): Promise<AsyncGenerator<string>> {
  if (until < from) throw new Refusal('invalid-request', { message: 'The last day is before the first.' });
  const partners = partnersAsked(scope, partner);
  const act = { siteId: null, action: 'money.exported', subject: staff.id, note: `${from} to ${until}` };
  const isOfAll = (scope.partners === 'all' && partner === undefined) || partners.length === 0;
  await transaction(db, async (tx) => {
    // An entry of each partner, so that its staff find it; of none where it is of all.
    for (const of of isOfAll ? [null] : partners) await recordEntry(tx, { ...authorOf(staff), ...act, partner: of });
  });
  return writeLines(readMovements(db, { partners, from, until, zone: figureZoneOf(partners) }));
}

async function* writeLines(pages: AsyncIterable<Movement[]>): AsyncGenerator<string> {
  const line = (cells: readonly (string | number | null)[]) => `${toCsvLine(cells)}\r\n`;
  yield byteOrderMark + line(Object.keys(columns));
  for await (const page of pages)
    yield page.map((movement) => line(Object.values(columns).map((value) => value(movement)))).join('');
}
