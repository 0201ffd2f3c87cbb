import { ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with webinars. */
export const webinarTables: readonly PersonalTable[] = [
  {
    table: 'webinar_registration',
    holds: 'webinars they registered for',
    level: 'private',
    kept: `${withMember}; of a webinar that comes again, until it is over`,
    about: ofMember(),
  },
  {
    table: 'webinar_attendee',
    holds: 'occasions of webinars they registered for, and whether they came',
    level: 'private',
    kept: withMember,
    about: ofMember(),
  },
];
