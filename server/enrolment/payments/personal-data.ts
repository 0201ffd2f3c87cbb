import { forTheBooks, ofMember, through, withMember, type PersonalTable } from '../../platform/personal-data.ts';
import { defaultRetention } from '../../platform/retention.ts';

/** What is stored about people with payments. */
export const paymentTables: readonly PersonalTable[] = [
  {
    table: 'enrolment_order',
    holds: 'what they ordered',
    level: 'money',
    kept: `${forTheBooks}; unpaid: ${defaultRetention['unpaid-orders']} days`,
    about: ofMember(),
  },
  {
    table: 'payment',
    holds: 'what was paid',
    level: 'money',
    kept: forTheBooks,
    about: through('order_id', 'enrolment_order'),
  },
  {
    table: 'refund',
    holds: 'what was given back',
    level: 'money',
    kept: forTheBooks,
    about: through('payment_id', 'payment', through('order_id', 'enrolment_order')),
  },
  {
    table: 'refund_settlement',
    holds: 'when money that was given back moved',
    level: 'money',
    kept: forTheBooks,
    about: through('refund_id', 'refund', through('payment_id', 'payment', through('order_id', 'enrolment_order'))),
  },
  {
    table: 'order_note',
    holds: 'what staff noted about their order for one another',
    level: 'private',
    kept: withMember,
    about: through('order_id', 'enrolment_order'),
  },
  {
    table: 'review_item',
    holds: 'a matter about their money for staff',
    level: 'money',
    kept: forTheBooks,
    about: through('subject', 'enrolment_order'),
  },
];
