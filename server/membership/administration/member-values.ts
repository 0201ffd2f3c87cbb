import { Refusal } from '../../platform/refusal.ts';
import { acceptValue, isMetaKey, type SentFields } from '../members/custom-fields.ts';
import type { Site } from '../sites/site.ts';
import { isRelativePath } from '../sites/setting-values.ts';

/** Validation of a member's values that the site's own server writes. */

const wrong = (field: string, fault: string) =>
  new Refusal('invalid-request', { message: `The field "${field}" ${fault}.`, extras: { field } });

/**
 * Values of custom fields as they are stored. A site's server may write every declared field, server-written ones too.
 *
 * @throws Refusal invalid-request for an undeclared field, field-not-writable for a derived one,
 *   invalid-field-value
 */
export function acceptAllFields(site: Site, sent: SentFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const field = site.fields.find((each) => each.key === key);
      if (!field) throw wrong(`customFields.${key.slice(0, 64)}`, 'is none the site has declared');
      if (field.derivedFrom) throw new Refusal('field-not-writable', { extras: { field: key } });
      return [key, acceptValue(field, value ?? '')];
    }),
  );
}

/** Most pairs of a member, and longest key and value in characters; the protocol's numbers. */
const metaData = { pairs: 50, length: 500 };

type MetaValue = string | number | boolean | null;

/** Metadata with changes merged in, one level deep. null takes a key away. @throws Refusal invalid-request */
export function mergeMetaData(
  stored: Record<string, unknown>,
  sent: Record<string, MetaValue>,
): Record<string, unknown> {
  for (const [key, value] of Object.entries(sent))
    if (!isMetaKey(key) || String(value).length > metaData.length)
      throw wrong('metaData', `takes keys and values of at most ${metaData.length} characters, keys in one line`);
  const merged = { ...stored, ...sent };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  // A sign-up may store more pairs; those are kept and may be changed.
  const most = Math.max(metaData.pairs, Object.keys(stored).length);
  if (kept.length > most) throw wrong('metaData', `takes at most ${metaData.pairs} pairs`);
  return Object.fromEntries(kept);
}

/** A path of the site, or null: no other host (open redirect). @throws Refusal invalid-request */
export function acceptRedirect(path: string | null): string | null {
  if (path === null || (isRelativePath(path) && path.length <= 2_000)) return path;
  throw wrong('loginRedirect', 'is a path that begins with one slash');
}

const permissions = { most: 50, pattern: /^[A-Za-z0-9][\w:.-]{0,99}$/ };

/** Permissions without duplicates. @throws Refusal invalid-request */
export function acceptPermissions(sent: readonly string[]): string[] {
  const names = [...new Set(sent)];
  if (names.length > permissions.most || !names.every((name) => permissions.pattern.test(name)))
    throw wrong('permissions', `takes at most ${permissions.most} names of letters, digits and : . _ -`);
  return names;
}
