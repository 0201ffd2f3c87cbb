import type { ContentWord } from '../../shared/attributes.ts';
import { aboutMembers } from '../../shared/conditions.ts';
import { isOpenTo } from '../../shared/gated-addresses.ts';
import type { RememberedMember } from '../../client/membership.ts';
import type { Member } from '../../contract/members.ts';
import type { Who } from './who.ts';

/** Who may see an element: the words that `data-ms-content` knows. A key of a content group is one, too. */

type Test = (member: Member | RememberedMember, whole: Member | null | undefined) => boolean | undefined;

const anyPlan =
  (test: (connection: RememberedMember['planConnections'][number]) => boolean): Test =>
  ({ planConnections }) =>
    planConnections.some(test);
const unpaid = ['REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION'];

const tests = new Map<string, Test>([
  ['members', () => true],
  ['verified', ({ verified }) => verified],
  ['free-plans', anyPlan(({ active, type }) => active && type === 'FREE')],
  ['paid-plans', anyPlan(({ active, type }) => active && type !== 'FREE')],
  ['no-plans', ({ planConnections }) => !planConnections.some(({ active }) => active)],
  ['is-trialing', anyPlan(({ status }) => status === 'TRIALING')],
  ['has-failed-payment', anyPlan(({ status }) => unpaid.includes(status))],
  // What a browser does not remember has to come from the service.
  ['has-password', (_, whole) => whole?.auth.hasPassword],
  ['is-admin', (_, whole) => whole?.permissions.some((each) => /admin/i.test(each))],
] satisfies [ContentWord, Test][]);

/**
 * Whether the visitor or member may see an element. An unknown word hides it.
 *
 * @param condition a word or a key, with `!` in front for the opposite
 * @returns undefined as long as it cannot be said
 */
export function isFor(condition: string, { member, whole, app }: Who): boolean | undefined {
  const isOpposite = condition.startsWith('!');
  const word = (isOpposite ? condition.slice(1) : condition).trim();
  const test = tests.get(word);
  if (member === undefined || (!test && !app)) return undefined;
  const group = test ? undefined : app?.contentGroups.find(({ key }) => key === word);
  if (!test && !group) return false;
  if (!member) return isOpposite && !aboutMembers.includes(word);
  const holds = test ? test(member, whole) : isOpenTo(group!, entitledPlanIds(member));
  return holds === undefined ? undefined : holds !== isOpposite;
}

export const entitledPlanIds = ({ planConnections }: Pick<RememberedMember, 'planConnections'>): Set<string> =>
  new Set(planConnections.filter(({ active }) => active).map(({ planId }) => planId));
