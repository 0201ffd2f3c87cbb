import { ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with comments. */
export const commentTables: readonly PersonalTable[] = [
  { table: 'comment', holds: 'what they wrote for others', level: 'published', kept: withMember, about: ofMember() },
  { table: 'comment_vote', holds: 'what they voted for', level: 'published', kept: withMember, about: ofMember() },
  {
    table: 'comment_subscription',
    holds: 'which replies are mailed to them, and when they last looked there',
    level: 'private',
    kept: withMember,
    about: ofMember(),
  },
  {
    table: 'comment_typing',
    holds: 'which comments they are looking at, and that they are typing',
    level: 'published',
    kept: 'an hour at most',
    about: ofMember(),
  },
];
