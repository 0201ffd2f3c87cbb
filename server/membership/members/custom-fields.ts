import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SiteField } from '../sites/site.ts';

/** Values of custom fields as a client sends them. */
export type SentFields = Record<string, string | boolean | number | null>;

/**
 * The sent values that a member may write. Forms may send every field they show, as text: so undeclared keys, an empty
 * boolean, and a server-written field that is empty, unchanged, or an unset boolean sent as `false` are ignored. A
 * changed server-written field refuses the whole call.
 *
 * @param current the member's current values
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
    const isBlank = value === '' && (field.type === 'boolean' || field.writableBy === 'server');
    // An unticked box is the same to a form, whether false is stored or nothing.
    const before = current[field.key] ?? (field.type === 'boolean' ? 'false' : undefined);
    const isUnchanged = field.writableBy === 'server' && asOneLine(value) === asOneLine(before);
    if (isBlank || isUnchanged) continue;
    if (field.writableBy === 'server') throw new Refusal('field-not-writable', { extras: { field: field.key } });
    accepted[field.key] = acceptValue(field, value);
  }
  return accepted;
}

/** As a field of one line in a form sends a text: without its line breaks. */
const asOneLine = (text: string | undefined) => text?.replaceAll(/[\r\n]/g, '');

/** A value as it is stored: valid for its type and not too long. @throws Refusal invalid-field-value */
export function acceptValue(field: SiteField, sent: string | boolean | number): string {
  const value = String(sent);
  const isBoolean = value === 'true' || value === 'false';
  if (value.length > limits.fieldMaxLength || (field.type === 'boolean' && !isBoolean))
    throw new Refusal('invalid-field-value', { extras: { field: field.key } });
  return value;
}

/**
 * A member's values: the stored ones of declared fields, else the site's defaults.
 *
 * @param hasPassword the value of fields derived from it
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

/** The fields of a member that others may read: public ones, and those for members if a member reads. */
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

/** Whether text is a valid key of metadata: one line, since it stands in lists and audit trails (log injection). */
export const isMetaKey = (key: string): boolean => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,500}$/u.test(key);

/**
 * Validates metadata that a page sends at sign-up. Untrusted: stored and shown, never used for a decision.
 *
 * @throws Refusal invalid-request when it is too large or has an invalid key
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
