import { parseSync } from 'vite';
import { generalRefusals, type CallTable } from '../../contract/call.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { commentCalls } from '../../contract/calls/comments.ts';
import { contentCalls } from '../../contract/calls/content.ts';
import { credentialCalls } from '../../contract/calls/credentials.ts';
import { enrolmentCalls } from '../../contract/calls/enrolment.ts';
import { memberCalls } from '../../contract/calls/members.ts';
import { planCalls } from '../../contract/calls/plans.ts';
import { providerCalls } from '../../contract/calls/providers.ts';
import { requestCalls } from '../../contract/calls/requests.ts';
import { secondFactorCalls } from '../../contract/calls/second-factor.ts';
import { sessionCalls } from '../../contract/calls/sessions.ts';
import { signInCalls } from '../../contract/calls/sign-in.ts';
import { siteCalls } from '../../contract/calls/site.ts';
import { teamCalls } from '../../contract/calls/teams.ts';
import { viewCalls } from '../../contract/calls/views.ts';

/** All calls of the client. */
const definitions: CallTable = {
  ...commentCalls,
  ...contentCalls,
  ...credentialCalls,
  ...enrolmentCalls,
  ...memberCalls,
  ...planCalls,
  ...providerCalls,
  ...requestCalls,
  ...secondFactorCalls,
  ...sessionCalls,
  ...signInCalls,
  ...siteCalls,
  ...teamCalls,
  ...viewCalls,
};

type Node = Record<string, unknown> & { type: string; start: number; end: number };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * Adds the declared refusals of calls to the doc comments of a client module's methods. Refusals of every call are left
 * out.
 *
 * @throws Error for a method that sends a call no table has, or whose comment names refusals itself
 */
export function withRefusals(file: string, source: string): string {
  const { program, comments } = parseSync(file, source);
  const ends: { at: number; words: string }[] = [];
  for (const { name, start, sent } of findMethods(program as unknown as Node, source)) {
    const comment = comments.findLast(({ end }) => end <= start && source.slice(end, start).trim() === '');
    if (!comment) continue;
    if (comment.value.includes('@throws')) throw new Error(`${file}: ${name} names its refusals by hand.`);
    const codes = refusalsOfCalls(sent);
    const words = codes.map((code) => `\`${code}\``).join(', ');
    // The last line of a comment of several lines holds nothing but its end.
    const place = comment.value.includes('\n') ? '* ' : '';
    if (codes.length > 0) ends.push({ at: comment.end - '*/'.length, words: `${place}@throws RequestError ${words} ` });
  }
  return ends.reduceRight((text, { at, words }) => text.slice(0, at) + words + text.slice(at), source);
}

interface Method {
  name: string;
  start: number;
  /** Names of the calls it sends. */
  sent: string[];
}

/** The methods, in the objects of a module, that send something or open a window. */
function findMethods(program: Node, source: string): Method[] {
  const methods: Method[] = [];
  const visit = (node: Node): void => {
    const text = source.slice(node.start, node.end);
    const calls = [...text.matchAll(/\bsend\(\s*'([^']+)'/g)].map((match) => match[1]!);
    const windows = [...text.matchAll(/\bthroughPopup\(\s*'(\w+)'/g)].map((match) => `${windowPath}${match[1]}`);
    const sent = [...calls, ...windows];
    if (sent.length === 0) return;
    if (node.type === 'Property') {
      methods.push({ name: (node['key'] as Node)['name'] as string, start: node.start, sent });
      return;
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(program);
  return methods;
}

const windowPath = 'GET /auth-provider/';
/** Of `throughPopup`, in client/popup.ts. */
const ofWindows = ['popup-blocked', 'popup-closed'];

function refusalsOfCalls(sent: readonly string[]): string[] {
  const declared = sent.flatMap((name) => {
    const definition = definitions[name as keyof CallTable];
    if (!definition) throw new Error(`The client sends ${name}, which no table of calls has.`);
    return definition.refusals ?? [];
  });
  const own = declared.filter((code) => !generalRefusals.has(code as ErrorCode));
  return [...new Set([...own, ...(sent.some((name) => name.startsWith(windowPath)) ? ofWindows : [])])];
}
