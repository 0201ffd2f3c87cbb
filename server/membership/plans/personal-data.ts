import { forTheBooks, ofMember, through, withMember, type PersonalTable } from '../../platform/personal-data.ts';
import { defaultRetention } from '../../platform/retention.ts';

/** What is stored about people with plans. */
export const planTables: readonly PersonalTable[] = [
  { table: 'plan_connection', holds: 'plans they have or had', level: 'private', kept: withMember, about: ofMember() },
  {
    table: 'plan_checkout',
    holds: 'what they went to pay for',
    level: 'money',
    kept: `${forTheBooks}; unpaid: ${defaultRetention['unpaid-checkouts']} days`,
    about: ofMember(),
    without: ['terms_hash'],
  },
  {
    table: 'plan_payment',
    holds: 'what was paid and given back',
    level: 'money',
    kept: forTheBooks,
    about: through('checkout_id', 'plan_checkout'),
  },
];
