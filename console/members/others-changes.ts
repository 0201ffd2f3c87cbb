import type { ShownSite } from '../../contract/console/members-schemas.ts';

/** A value that somebody else has saved: `customFields.city`, `email`. */
export interface OthersChange {
  name: string;
  value: unknown;
}

/** What somebody else has saved, a line each: `City: “Oslo”`. */
export const linesOf = (changed: readonly OthersChange[], fields: ShownSite['fields']): string[] =>
  changed.map(({ name, value }) => {
    const key = name.replace(/^customFields\./, '');
    return `${fields.find((field) => field.key === key)?.label ?? key}: ${wordsOf(value)}`;
  });

const wordsOf = (value: unknown) =>
  value === null || value === '' ? 'empty' : `“${typeof value === 'string' ? value : JSON.stringify(value)}”`;
