import { staffLimits } from '../../../contract/staff-limits.ts';
import { ofNoMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about staff with sessions. */
export const staffSessionTables: readonly PersonalTable[] = [
  {
    table: 'staff_session',
    holds: 'when and how staff signed in and were last there, and the browser and system in coarse words',
    level: 'secret',
    kept: `${staffLimits.staffSessionHours} hours, ${staffLimits.staffSessionsEach} at most; of no use after ${staffLimits.staffIdleMinutes} minutes without any`,
    about: ofNoMember,
    without: ['token_hash'],
  },
];
