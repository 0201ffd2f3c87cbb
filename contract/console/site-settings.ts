import { PageCountsAnswer } from '../analytics.ts';
import { ApplySiteQuery } from '../administration.ts';
import { defineCalls, writesPerStaff, type ConsoleSubject, type LimitRule, type StaffMay } from '../call.ts';
import { site as exampleSite } from '../examples.ts';
import { SiteParams } from './members-schemas.ts';
import {
  ChangedSettingsAnswer,
  ChangeSettingsRequest,
  ConfirmedSettingsRequest,
  CountedDaysQuery,
  NewSiteAnswer,
  NewSiteRequest,
  PageCheckAnswer,
  PageCheckRequest,
  PreviewAnswer,
  PreviewRequest,
  SettingsAnswer,
} from './site-schemas.ts';

const params = { siteId: 'app_demo' };
const settings = { name: 'Riverbend' };
const version = 'eyJuYW1lIjoiM2YyYTFiMGMifQ';
const change = {
  kind: 'changed',
  path: 'name',
  from: '"Riverbend Makers"',
  to: '"Riverbend"',
  isGrave: false,
} as const;
const mayChange = { permission: 'change-sites', within: 'site' } as const satisfies StaffMay;

/** Each is a call to an address that staff chose. */
const pageChecksPerStaff: LimitRule = { name: 'page-check', per: 'staff', points: 30, seconds: 600 };

/** One while somebody types, half a second after a key. */
const previewsPerStaff: LimitRule = { name: 'settings-preview', per: 'staff', points: 1_200, seconds: 600 };

/** What a site is: its settings, read and changed by staff. */
export const siteSettingsCalls = defineCalls({
  'POST /console/api/sites': {
    summary: 'Create a site in test mode',
    about:
      'Ids and the public key are made up. The site is what a file with these settings would have made it. The same `key` sent twice with the same name makes one site. Who was given sites is given the new one, too.',
    caller: 'staff',
    may: mayChange,
    body: NewSiteRequest,
    answer: NewSiteAnswer,
    limits: [writesPerStaff],
    refusals: ['invalid-settings'],
    example: {
      body: {
        name: 'Harbour Club',
        origins: [],
        plans: [{ name: 'Crew', amountCents: null, currency: 'NZD', paid: 'MONTHLY' }],
      },
      answer: { data: { id: 'app_harbour-club-7k2m9x', publicKey: 'pk_sb_harbour-club-7k2m9x' } },
    },
  },
  'GET /console/api/sites/:siteId/settings': {
    summary: 'Read the settings of a site',
    about: 'In the shape of the site’s file, without secrets. `version` is sent back with a change.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    answer: SettingsAnswer,
    refusals: ['not-found'],
    example: {
      params,
      answer: {
        data: {
          settings,
          version,
          isManagedByFile: false,
          operatorOnly: ['mode'],
          secrets: [],
          holders: {},
          callbacks: {},
        },
      },
    },
  },
  'PUT /console/api/sites/:siteId/settings': {
    summary: 'Change settings of a site',
    about:
      'Settings that are named are replaced, each as a whole; the others stay. With `dryRun=true` the answer lists the differences and nothing is saved. Where somebody else has saved one of them since it was read, `changed-meanwhile` says in `changed` what it is now, and in `version` from which one to go on. A change that takes something from members, or lets others into their accounts (a provider, an origin, the address of a webhook, a second factor that is no longer required), is refused with `confirmation-required`.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    query: ApplySiteQuery,
    body: ChangeSettingsRequest,
    answer: ChangedSettingsAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'invalid-settings', 'changed-meanwhile', 'site-managed-by-file', 'confirmation-required'],
    example: {
      params,
      query: { dryRun: 'true' },
      body: { version, settings },
      answer: { data: { applied: false, changes: [change] } },
    },
  },
  'PUT /console/api/sites/:siteId/settings/confirmed': {
    summary: 'Change settings of a site, with consequences for members',
    about: 'The same for changes that are refused there with `confirmation-required`, with the reason for them.',
    caller: 'staff',
    may: { ...mayChange, freshProof: true },
    params: SiteParams,
    body: ConfirmedSettingsRequest,
    answer: ChangedSettingsAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'invalid-settings', 'changed-meanwhile', 'site-managed-by-file'],
    example: {
      params,
      body: { version, settings, reason: 'The plan is not offered any more.' },
      answer: { data: { applied: true, changes: [change], version } },
    },
  },
  'POST /console/api/sites/:siteId/settings/preview': {
    summary: 'Read what pages would be told of a site with these settings',
    about: 'For the preview of the widget. Nothing is saved.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    body: PreviewRequest,
    answer: PreviewAnswer,
    limits: [previewsPerStaff],
    refusals: ['not-found', 'invalid-settings'],
    example: { params, body: { settings }, answer: { data: exampleSite } },
  },
  'POST /console/api/sites/:siteId/page-check': {
    summary: 'Look whether a page has the install script',
    about:
      'The page is fetched as webhooks are sent: from public addresses alone, within five seconds, 1 MB at most. The Inspector’s rules are applied to it.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    body: PageCheckRequest,
    answer: PageCheckAnswer,
    limits: [pageChecksPerStaff],
    refusals: ['not-found'],
    example: {
      params,
      body: { url: 'https://www.club.example/' },
      answer: {
        data: {
          url: 'https://www.club.example/',
          failed: null,
          isInstalled: true,
          because: null,
          isOriginAllowed: true,
          findings: [],
        },
      },
    },
  },
  'GET /console/api/sites/:siteId/page-counts': {
    summary: 'Read how often pages of a site were viewed',
    about: 'Of the last days, today included, in UTC. Rare paths and events are counted together.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    query: CountedDaysQuery,
    answer: PageCountsAnswer,
    refusals: ['not-found'],
    example: {
      params,
      query: { days: '7' },
      answer: { data: [{ day: '2026-11-20', kind: 'path', value: '/evenings', count: 41 }] },
    },
  },
});

/** What is said of them. */
export const siteSettingsSubject: ConsoleSubject = {
  title: 'Site settings',
  about: 'A site’s settings are its file (docs/sites.md): these calls read and change the same.',
  calls: siteSettingsCalls,
};
