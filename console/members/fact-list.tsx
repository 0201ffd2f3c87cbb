import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { join } from '../../ui/join.ts';
import { momentOf, timeAgo } from '../shell/times.ts';

/** What stays the same of a member, or is not changed here. */
export function FactList({ member, className }: { member: ShownMember; className?: string }) {
  const { ownedTeams, joinedTeams } = member.teams;
  const lastUsed = member.sessions
    .map(({ lastUsedAt }) => lastUsedAt)
    .toSorted()
    .at(-1);
  const facts: [string, string][] = [
    ['Id', member.id],
    ['Joined', momentOf(member.createdAt)],
    ['Last seen', lastUsed ? timeAgo(lastUsed) : 'No session is open'],
    ['Comments', String(member.comments)],
    ['Teams', [...ownedTeams, ...joinedTeams].map(({ teamId }) => teamId).join(', ') || 'None'],
    ['May besides', member.permissions.join(', ') || 'Nothing'],
    ...(member.stripeCustomerId ? [['Customer', member.stripeCustomerId] satisfies [string, string]] : []),
  ];
  return (
    <dl
      className={join('grid grid-cols-2 gap-x-4 gap-y-3 rounded-xl border border-line p-4 xl:grid-cols-1', className)}
    >
      {facts.map(([term, value]) => (
        <div key={term} className="max-xl:first:col-span-2">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className={join('wrap-anywhere', term === 'Id' && 'font-mono text-sm select-all')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
