import { boundTable, costTable } from './number-tables.ts';
import { eventFieldTable, eventTable } from './event-tables.ts';
import { limitTable } from './limit-tables.ts';
import { inventoryTable, levelTable } from './personal-data-tables.ts';

/** Papers with tables from the code, by their paths in the repository, and what makes each table. */
export const papers: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/security.md': { limits: limitTable, bounds: boundTable, costs: costTable },
  'docs/security/events.md': { fields: eventFieldTable, events: eventTable },
  'docs/security/personal-data.md': { levels: levelTable, inventory: inventoryTable },
};

/**
 * A paper with its tables as the code says them: what stands between `<!-- from the code: name -->` and
 * `<!-- end -->` is written anew.
 *
 * @throws Error for a place nothing fills, and for a table without a place
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
