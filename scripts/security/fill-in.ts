import { boundTable, costTable } from './number-tables.ts';
import { eventFieldTable, eventTable } from './event-tables.ts';
import { boundsTable, endedTable, retentionTableText } from './growth-tables.ts';
import { limitTable } from './limit-tables.ts';
import { permissionMatrix, roleTable } from './permission-tables.ts';
import { reportTable } from './report-tables.ts';
import { inventoryTable, levelTable } from './personal-data-tables.ts';

/** Documents with generated tables, by path, and the generator of each table. */
export const papers: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/console.md': { roles: roleTable, permissions: permissionMatrix, reports: reportTable },
  'docs/growth.md': { retention: retentionTableText, ended: endedTable, bounds: boundsTable },
  'docs/security.md': { limits: limitTable, bounds: boundTable, costs: costTable },
  'docs/security/events.md': { fields: eventFieldTable, events: eventTable },
  'docs/security/personal-data.md': { levels: levelTable, inventory: inventoryTable },
};

/**
 * Regenerates a document's tables, between `<!-- from the code: name -->` and `<!-- end -->`.
 *
 * @throws Error for a placeholder without a table, and for a table without a placeholder
 */
export function fillIn(text: string, tables: Readonly<Record<string, () => string>>): string {
  const filled = new Set<string>();
  const result = text.replaceAll(
    /(<!-- from the code: (\w+) -->\n)[^]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const make = tables[name];
      if (!make) throw new Error(`nothing makes the table "${name}"`);
      filled.add(name);
      return `${begin}\n${make()}\n\n${end}`;
    },
  );
  const missing = Object.keys(tables).filter((name) => !filled.has(name));
  if (missing.length > 0) throw new Error(`there is no place for: ${missing.join(', ')}`);
  return result;
}
