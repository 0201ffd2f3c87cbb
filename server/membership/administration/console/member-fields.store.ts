import { sql } from 'kysely';
import type { ListColumn, ListFilter, ListQuery } from '../../../../contract/console/list.ts';
import { fieldPrefix, memberList, type ListedMember } from '../../../../contract/console/members-schemas.ts';
import { anyOf, comparing, type FilterCondition } from '../../../platform/lists/conditions.ts';
import type { Finder } from '../../../platform/lists/list-source.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Site, SiteField } from '../../sites/site.ts';

const isOfField = (name: string) => name.startsWith(fieldPrefix);
const keyOf = (name: string) => name.slice(fieldPrefix.length);

/** Keys of the fields that are shown. */
export const shownFields = (columns: readonly string[]): string[] => columns.filter(isOfField).map(keyOf);

const named = ({ columns, filters }: ListQuery) =>
  [...new Set([...columns, ...filters.map(({ column }) => column)])].filter(isOfField);

/** The fields of a query as columns of the list. @throws Refusal invalid-request for one that the site has not */
export const fieldColumns = (site: Site, query: ListQuery): Record<string, ListColumn> =>
  Object.fromEntries(
    named(query).map((name) => [name, { ...memberList.open.column, label: requireField(site, name).label }]),
  );

/** The filters on fields. A field that has no value has the default of its site. */
export const fieldFilters = (site: Site, query: ListQuery): Record<string, FilterCondition> =>
  Object.fromEntries(
    query.filters
      .filter(({ column }) => isOfField(column))
      .map(({ column }) => {
        const { key, default: otherwise = '' } = requireField(site, column);
        return [column, comparing(sql`coalesce(m.custom_fields ->> ${key}::text, ${otherwise}::text)`)];
      }),
  );

/** Members by the value of a field, by the index of all values; undefined where no filter asks for one. */
export function byField(site: Site, { filters }: ListQuery): Finder | undefined {
  const filter = filters.find((each) => isOfField(each.column) && isStored(requireField(site, each.column), each));
  if (!filter) return undefined;
  const key = keyOf(filter.column);
  const byIndex = anyOf(
    filter.values.map((value) => sql`m.custom_fields @> ${JSON.stringify({ [key]: value })}::jsonb`),
  );
  // The filter itself says it of a row.
  return { byIndex, byRow: sql`true`, covers: filter };
}

/** Whether every member who passes has the value stored. */
const isStored = ({ default: otherwise }: SiteField, { operator, values }: ListFilter) =>
  operator === 'is' && (otherwise === undefined || !values.includes(otherwise));

/** What an export writes of the fields that are shown. */
export const fieldCells = ({ columns }: ListQuery): Record<string, (row: ListedMember) => string | null> =>
  Object.fromEntries(shownFields(columns).map((key) => [fieldPrefix + key, ({ fields }) => fields[key] || null]));

/** The value of a field, or the default of its site. */
export function fieldValue(site: Site, fields: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(fields, key) ? fields[key]! : (requireField(site, fieldPrefix + key).default ?? '');
}

/** @throws Refusal invalid-request */
function requireField({ fields }: Site, name: string): SiteField {
  const field = fields.find(({ key, derivedFrom }) => key === keyOf(name) && !derivedFrom);
  if (!field)
    throw new Refusal('invalid-request', {
      message: `The site has no field "${keyOf(name)}" to list by.`,
      extras: { field: name },
    });
  return field;
}
