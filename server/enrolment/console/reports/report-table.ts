import type { ReportCell, ReportDays, ReportRow } from '../../../../contract/console/reports.ts';

/** How the tables of a report are made from what is read of some days. */
export interface ReportReader<Data> {
  /** @param move to these days from those that the report is of; they are the same for itself */
  read(days: ReportDays, move: (day: string) => string): Promise<Data>;
  tables: readonly ReportTable<Data>[];
}

/** A table of a report. What a row is about is its key; {@link all} stands for all together. */
export interface ReportTable<Data> {
  name: string;
  /** The rows, of all that was read: of the days and of those that they are compared with. */
  keys(read: readonly Data[]): readonly (readonly string[])[];
  /** The key itself unless given. */
  heads?(key: readonly string[]): string[];
  cells(key: readonly string[], data: Data, days: ReportDays): ReportCell[];
}

export const all = 'all';

/** A number that is no count of rows. */
export const plain = (value: number | null): ReportCell => ({ value, list: null });
/** A number with the address of the list that it counts. */
export const counted = (value: number, list: string): ReportCell => ({ value, list });

/** Different keys in their order, those of all together last. */
export function distinctKeys(keys: readonly (readonly string[])[]): (readonly string[])[] {
  const byText = new Map(keys.map((key) => [key.join('\n'), key]));
  const isSum = (key: readonly string[]) => key.includes(all);
  const found = [...byText.values()];
  return [...found.filter((key) => !isSum(key)), ...found.filter(isSum)];
}

/** The tables of a report, row by row beside what it is compared with. */
export async function drawTables<Data>(
  { read, tables }: ReportReader<Data>,
  days: ReportDays,
  compared: { days: ReportDays; move: (day: string) => string } | undefined,
): Promise<{ name: string; rows: ReportRow[] }[]> {
  const own = await read(days, (day) => day);
  const other = compared && { days: compared.days, data: await read(compared.days, compared.move) };
  return tables.map(({ name, keys, heads, cells }) => ({
    name,
    rows: keys(other ? [own, other.data] : [own]).map((key) => ({
      heads: heads?.(key) ?? [...key],
      cells: cells(key, own, days),
      compared: other ? cells(key, other.data, other.days) : [],
    })),
  }));
}
