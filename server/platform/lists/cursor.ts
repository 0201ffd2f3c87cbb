import { Refusal } from '../refusal.ts';

/** Where a page ended: the value that its list is sorted by, as PostgreSQL writes it, and the row's id. */
export interface Place {
  value: string;
  id: string;
}

/** The types that a list is sorted by. */
export type SortType = 'text' | 'moment' | 'bigint';

/** What a cursor of each type may say. Anything else would be a fault of the statement. */
const wellFormed: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  // Microseconds, three thousand years around 1970: other systems write the year 1 for a day they do not know.
  moment: /^-?\d{1,17}$/,
  bigint: /^-?\d{1,18}$/,
};

/** A sort as the query names it. */
export const nameSort = ({ column, descending }: { column: string; descending: boolean }): string =>
  `${descending ? '-' : ''}${column}`;

/** A page's end for its reader, who sends it back as `after`. It names the sort, in which alone it is a place. */
export const writeCursor = (sort: string, { value, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/**
 * @param sort of the page that is asked for
 * @throws Refusal invalid-request for text that is no cursor, and for one of another sort
 */
export function readCursor(
  cursor: string,
  sort: string,
  { type, hasNumericId }: { type: SortType; hasNumericId?: boolean | undefined },
): Place {
  const [of, value, id] = parse(cursor);
  if (typeof of === 'string' && of !== sort)
    throw wrong('belongs to another order of this list: begin with its first page');
  if (of !== sort || !isOf(value, type) || !isOf(id, hasNumericId ? 'bigint' : 'text'))
    throw wrong('is no cursor of this list');
  return { value, id };
}

const isOf = (value: unknown, type: SortType): value is string =>
  typeof value === 'string' && wellFormed[type].test(value);

function parse(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

const wrong = (fault: string) =>
  new Refusal('invalid-request', { message: `The field "after" ${fault}.`, extras: { field: 'after' } });
