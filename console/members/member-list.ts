import type { ListDeclaration } from '../../contract/console/list.ts';
import { fieldPrefix, memberList, type ShownSite } from '../../contract/console/members-schemas.ts';
import { partnerCodes } from '../../shared/partners.ts';
import type { Choice } from '../list/choice.ts';

/** The key of the field that a column shows; undefined for other columns. */
export const fieldOf = (column: string): string | undefined =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : undefined;

/** Fields that are stored, so that a list can be narrowed by them. */
const fieldsOf = (site: ShownSite | undefined) => (site?.fields ?? []).filter(({ isDerived }) => !isDerived);

/** The list of a site's members: with its own fields, and with partners where it has any. */
export function listOf(site: ShownSite | undefined): ListDeclaration {
  const { partner, ...columns } = memberList.columns;
  const ofFields = fieldsOf(site).map(({ key, label }) => [fieldPrefix + key, { ...memberList.open.column, label }]);
  return {
    ...memberList,
    columns: { ...columns, ...(site?.hasPartners && { partner }), ...Object.fromEntries(ofFields) },
  };
}

/** Values to choose from in the filters of a site's list. */
export const choicesOf = (site: ShownSite | undefined): Record<string, readonly Choice[]> => ({
  plan: (site?.plans ?? []).map(({ id, name }) => ({ value: id, label: name })),
  planState: stateChoices,
  partner: partnerCodes.map((code) => ({ value: code, label: code.toUpperCase() })),
  ...Object.fromEntries(
    fieldsOf(site)
      .filter(({ type }) => type === 'boolean')
      .map(({ key }) => [fieldPrefix + key, truthChoices]),
  ),
});

const truthChoices: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const stateChoices: readonly Choice[] = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'TRIALING', label: 'In trial' },
  { value: 'REQUIRES_PAYMENT', label: 'Payment is due' },
  { value: 'REQUIRES_AUTHENTICATION', label: 'Bank asks for a confirmation' },
  { value: 'CANCELED', label: 'Ended' },
];
