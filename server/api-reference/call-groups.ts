import { readdir } from 'node:fs/promises';
import type { CallName, CallSubject, PublicCall } from '../../contract/call.ts';

/** A call with its name: `POST /auth/login`. */
export interface NamedCall {
  name: CallName;
  definition: PublicCall;
}

/** A section of the reference: a subject with its calls in the order they are read. */
export interface CallGroup extends Omit<CallSubject, 'calls'> {
  calls: readonly NamedCall[];
}

/** The subjects that are read first and last, by their files; all others stand between them, by name. */
const first = [
  'site',
  'sign-in',
  'credentials',
  'sessions',
  'providers',
  'members',
  'plans',
  'teams',
  'content',
  'comments',
  'captcha',
  'analytics',
  'administration',
  'webhooks',
  'enrolment',
  'requests',
];
const last = 'system';

const folder = new URL('../../contract/calls/', import.meta.url);

/** The names of the files there, without tests. */
const names = (await readdir(folder)).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);

/** The reference, in the order it is read: every file of `contract/calls/`. */
export const callGroups: readonly CallGroup[] = await Promise.all(
  inReadingOrder(names).map(async (name) =>
    // As a template, of which the server's build makes an import of each file: the schemas of the bundle itself.
    toGroup(name, (await import(`../../contract/calls/${name}.ts`)) as object),
  ),
);

/** Those that are named come in that order; a new one between them and the last, by its name. */
function inReadingOrder(found: readonly string[]): string[] {
  const others = found.filter((name) => !first.includes(name) && name !== last);
  return [...first, ...others.toSorted(), last].filter((name) => found.includes(name));
}

/**
 * @param exported what a file of `contract/calls/` exports
 * @throws Error when it exports no subject, or calls that are not of its subject: they would miss in the reference
 */
export function toGroup(name: string, exported: object): CallGroup {
  const values = Object.values(exported) as unknown[];
  const [subject, ...more] = values.filter(isSubject);
  const strays = values.some((value) => isCallTable(value) && value !== subject?.calls);
  if (!subject || more.length > 0 || strays)
    throw new Error(
      `contract/calls/${name}.ts must export one table of calls and its subject: export const subject: CallSubject = { title, about, calls }`,
    );
  const calls = Object.entries(subject.calls) as [CallName, PublicCall][];
  return { ...subject, calls: calls.map(([callName, definition]) => ({ name: callName, definition })) };
}

function isSubject(value: unknown): value is CallSubject {
  return typeof value === 'object' && value !== null && 'title' in value && 'calls' in value;
}

function isCallTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).some((key) => /^[A-Z]+ \//.test(key));
}
