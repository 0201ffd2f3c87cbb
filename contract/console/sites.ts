import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { SiteAnswer, SiteParams, SitesAnswer, type ListedSite, type ShownSite } from './members-schemas.ts';

const site: ListedSite = { id: 'app_demo', name: 'Riverbend Makers', mode: 'sandbox' };
const shown: ShownSite = {
  ...site,
  fields: [{ key: 'first-name', label: 'First name', type: 'text', isDerived: false }],
  hasPartners: false,
  plans: [{ id: 'pln_demo_free', name: 'Friend', isFree: true, isActive: true }],
  origins: ['http://localhost:4100'],
  hasPortal: false,
};
const may = { permission: 'see-members', within: 'site' } as const satisfies StaffMay;

/** The sites that somebody was given. */
export const siteConsoleCalls = defineCalls({
  'GET /console/api/sites': {
    summary: 'List the sites in scope',
    about: 'By name. Staff who were given partners see the site whose members those have.',
    caller: 'staff',
    may,
    answer: SitesAnswer,
    example: { answer: { data: [site] } },
  },
  'GET /console/api/sites/:siteId': {
    summary: 'Read a site’s fields and plans',
    caller: 'staff',
    may,
    params: SiteParams,
    answer: SiteAnswer,
    refusals: ['not-found'],
    example: { params: { siteId: site.id }, answer: { data: shown } },
  },
});

/** What is said of them. */
export const siteConsoleSubject: ConsoleSubject = {
  title: 'Sites',
  about: 'What the navigation, forms and filters of the console need to know about sites.',
  calls: siteConsoleCalls,
};
