import { keptDays } from '../../../shared/retention.ts';
import { anyOf, endsAfter, ofAddress, ofMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with requests. */
export const requestTables: readonly PersonalTable[] = [
  {
    table: 'enquiry',
    holds: 'what they asked the advisors',
    level: 'private',
    ends: endsAfter(keptDays.enquiry, { since: 'created_at', job: 'forget-old-enquiries', schedule: '50 4 * * *' }),
    kept: 'until the member goes',
    about: anyOf(ofMember(), ofAddress()),
    without: ['digest'],
  },
];
