import { limits } from '../../../contract/limits.ts';
import { keptDays } from '../../../shared/retention.ts';
import { ofMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with sessions. */
export const sessionTables: readonly PersonalTable[] = [
  {
    table: 'session',
    holds: 'when and how they signed in and were last there, and the browser and system in coarse words',
    level: 'secret',
    kept: `${limits.sessionDays} days, ${limits.sessionsPerMember} at most; of no use after ${limits.sessionIdleDays} days without any`,
    about: ofMember(),
    without: ['token_hash'],
  },
  {
    table: 'member_device',
    holds: 'on which browsers and systems they signed in, in coarse words, and when last',
    level: 'private',
    kept: `${keptDays.knownDevice} days after the last sign-in there`,
    about: ofMember(),
  },
];
