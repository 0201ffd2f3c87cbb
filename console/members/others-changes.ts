import type { ShownSite } from '../../contract/console/members-schemas.ts';

/** A value that somebody else has saved: `customFields.city`, `email`. */
export interface OthersChange {
  name: string;
  value: unknown;
}

/** What somebody else has saved, and the version to go on from. */
export interface Conflict {
  changed: readonly OthersChange[];
  version: string;
}

/** What a refusal `changed-meanwhile` says. @param version to go on from where it names none */
export function conflictIn(error: unknown, version: string): Conflict {
  const { changed = [], version: next = version } = error as Partial<Conflict>;
  return { changed, version: next };
}

/** What somebody else has saved, a line each: `City: “Oslo”`. */
export const linesOf = (changed: readonly OthersChange[], fields: ShownSite['fields']): string[] =>
  changed.map(({ name, value }) => {
    const key = name.replace(/^customFields\./, '');
    return `${fields.find((field) => field.key === key)?.label ?? key}: ${wordsOf(value)}`;
  });

const wordsOf = (value: unknown) =>
  value === null || value === '' ? 'empty' : `“${typeof value === 'string' ? value : JSON.stringify(value)}”`;
