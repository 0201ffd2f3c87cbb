import { createHash } from 'node:crypto';
import { Refusal } from '../../../platform/refusal.ts';
import type { SiteDeclaration } from '../../declaration/site-declaration.ts';

type Sections = Readonly<Record<string, unknown>>;

/**
 * The version of a site's settings, against lost updates: a short hash of each, so that two people who change different
 * settings do not meet, and the later of two who change the same is told what it is now.
 */
export const settingsVersion = (declared: SiteDeclaration): string => writeVersion(hashesOf(declared));

interface Wish {
  version: string;
  settings: Sections;
}

/**
 * The version to go on from after a change of settings, or after a refusal that names them: these are known as they are
 * declared now, the others as before, so that a colleague's change of the others is still told.
 */
export function nextSettingsVersion(declared: SiteDeclaration, { version, settings }: Wish): string {
  const now: Sections = hashesOf(declared);
  const known = Object.keys(settings).map((name): [string, unknown] => [name, now[name]]);
  return writeVersion({ ...readVersion(version), ...Object.fromEntries(known) });
}

const writeVersion = (hashes: Sections) => Buffer.from(JSON.stringify(hashes)).toString('base64url');
const hashesOf = (sections: Sections) =>
  Object.fromEntries(Object.entries(sections).map(([name, value]) => [name, hash(JSON.stringify(value) ?? '')]));
const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/**
 * Checks that the settings about to be changed are as in a version.
 *
 * @throws Refusal changed-meanwhile with those that differ, as they are now, and the version to go on from;
 *   invalid-request for a text that is no version
 */
export function requireSettingsVersion(declared: SiteDeclaration, wish: Wish): void {
  const seen = readVersion(wish.version);
  const now: Sections = hashesOf(declared);
  const changed = Object.keys(wish.settings)
    .filter((name) => now[name] !== seen[name])
    .map((name) => ({ name, value: (declared as Sections)[name] ?? null }));
  if (changed.length > 0)
    throw new Refusal('changed-meanwhile', { extras: { changed, version: nextSettingsVersion(declared, wish) } });
}

function readVersion(text: string): Sections {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof read === 'object' && read !== null) return { ...read };
  } catch {
    // Answered below.
  }
  throw new Refusal('invalid-request', {
    message: 'The field "version" is no version of settings.',
    extras: { field: 'version' },
  });
}
