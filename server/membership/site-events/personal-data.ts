import { atSite, ofMemberInJson, type PersonalTable } from '../../platform/personal-data.ts';
import { defaultRetention } from '../../platform/retention.ts';

/** What is stored about people with site events. */
export const siteEventTables: readonly PersonalTable[] = [
  {
    table: 'site_event_delivery',
    holds: "what the site's server was told of them",
    level: 'private',
    kept: `${defaultRetention.deliveries} days, its content ${defaultRetention['delivered-content']} once it has arrived; content goes with the member, but for their id in messages about teams`,
    about: atSite(ofMemberInJson('payload', 'id')),
  },
];
