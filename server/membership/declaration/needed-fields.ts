import type { NeededField, NeededFields } from '../services.ts';
import type { SiteField } from '../sites/site.ts';
import type { Fault } from './declaration-faults.ts';
import type { SiteDeclaration } from './site-declaration.ts';

/**
 * Faults of a declaration whose fields are not as another domain needs them: without one, payments would stop. Where the
 * stored site is otherwise already it may stay so: else a save of anything in it would be refused.
 */
export const findNeededFields = (
  needed: NeededFields,
  before: SiteDeclaration | undefined,
  { id, fields }: SiteDeclaration,
): Fault[] =>
  (needed[id] ?? []).flatMap((need): Fault[] => {
    const { key } = need;
    const stored = before?.fields.find((field) => field.key === key);
    const at = fields.findIndex((field) => field.key === key);
    if (at === -1 && before && !stored) return [];
    if (at === -1) return [{ path: ['fields'], message: `${key} is missing, which the pages of this product need` }];
    return differing(need, fields[at]!)
      .filter((name) => !stored || stored[name] === need[name])
      .map((name) => ({
        path: ['fields', at, name],
        message: `this stays ${need[name] ?? 'left out'}: the pages of this product need it so`,
      }));
  });

const differing = (need: NeededField, field: SiteField) =>
  (['writableBy', 'type', 'derivedFrom'] as const).filter((name) => field[name] !== need[name]);
