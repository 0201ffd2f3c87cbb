import type { Erasure } from '../../contract/console/member-care-schemas.ts';

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** What erasing a member takes away and what stays, in sentences. */
export function erasureWords({ counts, duties }: Erasure): string[] {
  const { sessions, plans, subscriptions, ownedTeams, comments, notes } = counts;
  const goes = [
    count(sessions, 'session'),
    count(plans, 'plan'),
    count(comments, 'comment'),
    count(notes, 'note'),
    'fields, mails and everything else that is stored about them',
  ];
  return [
    `It takes away ${goes.slice(0, -1).join(', ')}, and ${goes.at(-1)}.`,
    ...(subscriptions > 0
      ? [`${count(subscriptions, 'subscription')} end${subscriptions === 1 ? 's' : ''} at the card provider.`]
      : []),
    ...(ownedTeams > 0
      ? [
          `${count(ownedTeams, 'team')} of theirs end${ownedTeams === 1 ? 's' : ''}, for everybody in ${ownedTeams === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...duties,
    'Payments stay in the books, under an id that leads nowhere.',
  ];
}
