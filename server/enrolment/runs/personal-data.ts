import { forTheBooks, through, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about students of runs that are cancelled or moved. */
export const runTables: readonly PersonalTable[] = [
  {
    table: 'run_choice',
    holds: 'what they chose instead of a cancelled cohort',
    level: 'private',
    kept: forTheBooks,
    about: through('order_id', 'enrolment_order'),
  },
  {
    table: 'move_choice',
    holds: 'what they answered when their cohort was moved to another first day',
    level: 'private',
    kept: forTheBooks,
    about: through('order_id', 'enrolment_order'),
  },
];
