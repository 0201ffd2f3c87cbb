import { enrolmentTables } from '../../server/enrolment/personal-data.store.ts';
import { membershipTables } from '../../server/membership/administration/commands/personal-data.store.ts';
import { dataLevels, type PersonalTable } from '../../server/platform/personal-data.ts';
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
export const inventoryTable = (tables: readonly PersonalTable[] = [...membershipTables, ...enrolmentTables]): string =>
  markdownTable(
    ['table', 'holds', 'level', 'kept', 'columns in no export'],
    tables.map(({ table, holds, level, kept, without = [] }) => [
      `\`${table}\``,
      holds,
      level,
      kept,
      without.map((column) => `\`${column}\``).join(', '),
    ]),
  );
