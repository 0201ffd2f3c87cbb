import { forTheBooks, ofMember, type PersonalTable } from '../../platform/personal-data.ts';
import { defaultRetention } from '../../platform/retention.ts';

/** What is stored about people with seats. */
export const seatTables: readonly PersonalTable[] = [
  {
    table: 'seat_claim',
    holds: 'the seat they hold or have',
    level: 'private',
    kept: `${forTheBooks}; unpaid: ${defaultRetention['unpaid-orders']} days`,
    about: ofMember(),
    without: ['network'],
  },
];
