import type { NeededFields } from '../services.ts';
import type { Fault } from './declaration-faults.ts';
import type { SiteDeclaration } from './site-declaration.ts';

/** Faults of a declaration whose fields are not as another domain needs them: without one, payments would stop. */
export const findNeededFields = (needed: NeededFields, { id, fields }: SiteDeclaration): Fault[] =>
  (needed[id] ?? []).flatMap(({ key, writableBy }): Fault[] => {
    const at = fields.findIndex((field) => field.key === key);
    if (at === -1) return [{ path: ['fields'], message: `${key} is missing, which the pages of this product need` }];
    if (fields[at]!.writableBy === writableBy) return [];
    const message = `this stays ${writableBy}: the pages of this product need it so`;
    return [{ path: ['fields', at, 'writableBy'], message }];
  });
