import { sql, type RawBuilder } from 'kysely';
import type { ListFilter } from '../../../contract/console/list.ts';

/** A condition of a statement. */
export type Condition = RawBuilder<unknown>;

/** A condition for one filter of a query. */
export type FilterCondition = (filter: ListFilter) => Condition;

const dayMs = 86_400_000;
const isDay = (text: string) => text.length === 'yyyy-mm-dd'.length;
/** Behind a day, or the moment itself. */
const endOf = (text: string) => new Date(new Date(text).getTime() + (isDay(text) ? dayMs : 0));

/** Compares an expression by any operator. All values are parameters. */
export const comparing =
  (expression: RawBuilder<unknown>): FilterCondition =>
  ({ operator, values }) => {
    // One value alone as such: an index that goes on with the sort then gives the rows in its order.
    if (operator === 'is')
      return values.length === 1 ? sql`${expression} = ${values[0]}` : sql`${expression} = any(${values}::text[])`;
    if (operator === 'not') return sql`${expression} <> all(${values}::text[])`;
    if (operator === 'begins') return anyOf(values.map((value) => sql`starts_with(${expression}, ${value})`));
    // Bounds hold together: of two, the narrower one counts.
    return allOf(
      values.map((value) =>
        operator === 'from'
          ? sql`${expression} >= ${new Date(value)}::timestamptz`
          : sql`${expression} < ${endOf(value)}::timestamptz`,
      ),
    );
  };

/** Passes rows whose truth is one of the values `yes` and `no`. */
export const comparingTruth =
  (expression: RawBuilder<unknown>): FilterCondition =>
  ({ operator, values }) =>
    anyOf(values.map((value) => ((value === 'yes') === (operator === 'is') ? expression : sql`not ${expression}`)));

/** All of these hold. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

/** One of these holds. */
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
