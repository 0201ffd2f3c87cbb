import { personalTables } from '../../server/personal-tables.ts';
import { dataLevels, describeKept, type PersonalTable } from '../../server/platform/personal-data.ts';
import { markdownTable } from './markdown-table.ts';

/** The levels of protection, the strictest first. */
export const levelTable = (): string =>
  markdownTable(
    ['level', 'means', 'stored', 'shown', 'in logs'],
    Object.entries(dataLevels).map(([level, { means, stored, shown, logged }]) => [
      `**${level}**`,
      means,
      stored,
      shown,
      logged,
    ]),
  );

/** Every table of the two inventories. */
export const inventoryTable = (tables: readonly PersonalTable[] = personalTables): string =>
  markdownTable(
    ['table', 'holds', 'level', 'kept', 'columns in no export'],
    tables.map((each) => [
      `\`${each.table}\``,
      each.holds,
      each.level,
      describeKept(each),
      (each.without ?? []).map((column) => `\`${column}\``).join(', '),
    ]),
  );
