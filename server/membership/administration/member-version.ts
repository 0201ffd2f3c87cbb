import { createHash } from 'node:crypto';
import type { Member } from '../../../contract/members.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Site } from '../sites/site.ts';

/**
 * The version of a member, against lost updates: a short hash of each value that may be changed, so that a later save can
 * be told what another one changed since. No column counts changes: pages, jobs and the site's server write members,
 * too, and every one of them would have to.
 */
export const versionOf = (site: Site, member: VersionedMember): string =>
  Buffer.from(JSON.stringify(hashesOf(valuesOf(site, member)))).toString('base64url');

type VersionedMember = Member & { json: unknown };
type Values = Record<string, unknown>;

/** Without fields that are computed: nobody writes those. */
function valuesOf(
  site: Site,
  { auth, verified, customFields, metaData, loginRedirect, permissions, json }: VersionedMember,
) {
  const isDerived = (key: string) => site.fields.some((field) => field.key === key && field.derivedFrom);
  const fields = Object.entries(customFields).flatMap(([key, value]) =>
    isDerived(key) ? [] : [[`customFields.${key}`, value]],
  );
  return {
    email: auth.email,
    verified,
    ...Object.fromEntries(fields),
    metaData,
    loginRedirect,
    permissions,
    json,
  } as Values;
}

const hashesOf = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hash(JSON.stringify(value) ?? '')]));
const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/**
 * Checks that a member is as in a version. Called under the member's lock.
 *
 * @param seen.withJson whether the JSON document counts: pages write it while people use them
 * @throws Refusal changed-meanwhile with what differs, as it is now, and with the version to go on from;
 *   invalid-request for a text that is no version
 */
export function requireVersion(
  site: Site,
  member: VersionedMember,
  { version, withJson }: { version: string; withJson: boolean },
): void {
  const seen = readVersion(version);
  const values = valuesOf(site, member);
  const now = hashesOf(values);
  const changed = [...new Set([...Object.keys(now), ...Object.keys(seen)])]
    .filter((name) => now[name] !== seen[name] && (withJson || name !== 'json'))
    .map((name) => ({ name, value: values[name] ?? null }));
  if (changed.length > 0)
    throw new Refusal('changed-meanwhile', { extras: { changed, version: versionOf(site, member) } });
}

function readVersion(text: string): Values {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof read === 'object' && read !== null) return { ...read };
  } catch {
    // Answered below.
  }
  throw new Refusal('invalid-request', {
    message: 'The field "version" is no version of a member.',
    extras: { field: 'version' },
  });
}
