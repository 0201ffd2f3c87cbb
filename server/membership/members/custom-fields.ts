import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SiteField } from '../sites/site.ts';

export type SentFields = Record<string, string | boolean | number | null>;

/**
 * What of sent values may be written by the member. Forms send every field they show, as text: so keys the site never
 * declared, an empty boolean, and a field the service writes that is sent empty or unchanged are left out without a
 * word. A real write to a field of the service refuses the whole call, so that nothing of it happens.
 *
 * @param current what the member's fields read as now
 * @returns values as they are stored: text
 * @throws Refusal field-not-writable, invalid-field-value
 */
export function acceptFields(
  declared: readonly SiteField[],
  sent: SentFields,
  current: Record<string, string>,
): Record<string, string> {
  const accepted: Record<string, string> = {};
  for (const field of declared) {
    if (!Object.hasOwn(sent, field.key)) continue;
    const value = String(sent[field.key] ?? '');
    const isUnsaid = value === '' && (field.type === 'boolean' || field.writableBy === 'server');
    const isUnchanged = field.writableBy === 'server' && value === current[field.key];
    if (isUnsaid || isUnchanged) continue;
    if (field.writableBy === 'server') throw new Refusal('field-not-writable', { extras: { field: field.key } });
    accepted[field.key] = acceptValue(field, value);
  }
  return accepted;
}

/** A value as it is stored, whoever writes it. @throws Refusal invalid-field-value */
export function acceptValue(field: SiteField, sent: string | boolean | number): string {
  const value = String(sent);
  const isBoolean = value === 'true' || value === 'false';
  if (value.length > limits.fieldMaxLength || (field.type === 'boolean' && !isBoolean))
    throw new Refusal('invalid-field-value', { extras: { field: field.key } });
  return value;
}

/**
 * What a member's fields read as: the stored values of declared fields, else the site's defaults.
 *
 * @param hasPassword what the fields worked out from it show
 */
export function readFields(
  declared: readonly SiteField[],
  stored: Record<string, string>,
  hasPassword: boolean,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of declared) {
    const kept = Object.hasOwn(stored, field.key) ? stored[field.key] : field.default;
    const value = field.derivedFrom === 'has-password' ? String(hasPassword) : kept;
    if (value !== undefined) fields[field.key] = value;
  }
  return fields;
}

/** What others may read of a member's fields: public ones, and those for members if a member asks. */
export function pickVisible(
  declared: readonly SiteField[],
  fields: Record<string, string>,
  reader: 'member' | 'visitor',
): Record<string, string> {
  const isVisible = ({ visibility }: SiteField) =>
    visibility === 'PUBLIC' || (visibility === 'MEMBERS' && reader === 'member');
  return Object.fromEntries(
    declared.filter(isVisible).flatMap(({ key }) => (Object.hasOwn(fields, key) ? [[key, fields[key]!]] : [])),
  );
}

/** Whether text can be a key of metadata: it stands in lists and audit trails, so it is one line. */
export const isMetaKey = (key: string): boolean => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,500}$/u.test(key);

/**
 * Data a site's page sends along at sign-up. The member's own word: kept, shown, never used for a decision.
 *
 * @throws Refusal invalid-request when it is too large, or has a key that cannot be one
 */
export function acceptMetaData(sent: Record<string, unknown>): Record<string, unknown> {
  const isTooLarge = Buffer.byteLength(JSON.stringify(sent)) > limits.metaDataMaxBytes;
  if (isTooLarge || !Object.keys(sent).every(isMetaKey))
    throw new Refusal('invalid-request', {
      message: `The field "metaData" ${isTooLarge ? 'is too large' : 'has a key that is empty or not one line'}.`,
      extras: { field: 'metaData' },
    });
  return sent;
}
