import { limitsOf, type LimitRule } from '../../contract/call.ts';
import { callGroups } from '../../server/api-reference/call-groups.ts';
import { replyMailsPerMember, typingPerMember } from '../../server/membership/comments/comment-limits.ts';
import * as signIn from '../../server/membership/sign-in/sign-in-limits.ts';
import { duration, markdownTable } from './markdown-table.ts';

/** Rules outside of calls, with a description of their place. */
const beside: readonly [LimitRule, string][] = [
  [
    signIn.wrongPasswordsInARow,
    'wrong passwords of an account; then none is tried but from known devices, until a mailed code or reset',
  ],
  [
    signIn.wrongGuessesPerAccount,
    'wrong codes of an account, those of a known device apart; then a long link is mailed instead',
  ],
  [signIn.finishesPerSignUp, 'passwords typed at the link that ends a private sign-up'],
  [signIn.blindGuessesPerSite, 'wrong codes of a site that name no address; then an alarm sounds'],
  [signIn.blindGuessAlarm, 'such an alarm of a site'],
  [typingPerMember, 'a page says that its member is there or typing'],
  [replyMailsPerMember, 'mails of replies to a member'],
];

/** Every rate limit once, with its calls or place. */
export function limitTable(): string {
  const found = new Map<string, { rule: LimitRule; where: string[] }>();
  for (const { calls } of callGroups)
    for (const { name, definition } of calls)
      for (const rule of limitsOf(definition)) {
        const entry = found.get(rule.name) ?? { rule, where: [] };
        entry.where.push(name);
        found.set(rule.name, entry);
      }
  const ofCalls = [...found.values()].map(({ rule, where }) => rowOf(rule, whereOf(where)));
  return markdownTable(
    ['limit', 'at most', 'within', 'counted at'],
    [...ofCalls, ...beside.map(([rule, where]) => rowOf(rule, where))],
  );
}

const rowOf = (rule: LimitRule, where: string) => [
  `\`${rule.name}\``,
  `${rule.points}${rule.of === undefined ? '' : ` ${rule.of}`}`,
  rule.seconds === 0 ? 'a row, without an end' : duration(rule.seconds) + growthOf(rule),
  where,
];

const growthOf = ({ growth }: LimitRule) =>
  growth ? `; each more adds ${duration(growth.seconds)}, up to ${duration(growth.mostSeconds)}` : '';

/** The calls; of many only the first, so that each further one leaves the paper as it is. */
const whereOf = (calls: readonly string[]) =>
  calls.length > 4 ? `many calls, \`${calls[0]}\` among them` : calls.map((call) => `\`${call}\``).join(', ');
