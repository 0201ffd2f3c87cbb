/** A kind of place that the product calls by itself. */
export interface Destination {
  /** What for. */
  reason: string;
  /** Who decides which host it is. */
  hostFrom: string;
  /** When `OUTBOUND_HOSTS` is held against it; never for what does not leave the machine or its own network settings. */
  listed: 'at the start' | 'at each call' | 'never';
  /** The only modules that hold what opens such a connection, paths from the repository's root. */
  openedBy: readonly string[];
}

/**
 * All that the product calls (ASVS 13.2.4). `docs/outbound.md` shows it, and a test finds whatever opens a connection
 * elsewhere.
 */
export const destinations = {
  database: {
    reason: 'everything that is stored',
    hostFrom: 'DATABASE_URL; unset, the embedded database of this machine',
    listed: 'at the start',
    openedBy: [
      'server/platform/database/connection-target.ts',
      'server/platform/database/database.ts',
      'server/platform/database/embedded.ts',
      'server/platform/job-workers.ts',
      'server/platform/job-lanes.ts',
    ],
  },
  mail: {
    reason: 'codes, links and notices',
    hostFrom: 'SMTP_URL; unset, the development mailbox of this machine',
    listed: 'at the start',
    openedBy: ['server/platform/mail.ts'],
  },
  cards: {
    reason: 'checkouts, subscriptions and refunds',
    hostFrom: 'STRIPE_API_BASE, else api.stripe.com; without STRIPE_SECRET_KEY the card sandbox of this machine',
    listed: 'at the start',
    openedBy: ['server/platform/cards/card-calls.ts', 'server/platform/cards/card-customers.ts'],
  },
  files: {
    reason: 'members’ pictures, where several machines share them',
    hostFrom: 'FILES_URL; unset, the data directory',
    listed: 'at the start',
    openedBy: ['server/platform/files/file-bucket.ts'],
  },
  provider: {
    reason: 'signing in with a provider: what it publishes, codes for tokens, who somebody is',
    hostFrom: 'the provider’s name or the `issuer` in a site’s declaration, and what it publishes about itself',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts', 'server/platform/openid.ts'],
  },
  captcha: {
    reason: 'whether a captcha was solved',
    hostFrom:
      '`captcha.service` in a site’s declaration: api.hcaptcha.com, challenges.cloudflare.com or www.google.com',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts'],
  },
  webhook: {
    reason: 'telling a site’s owner what happens there',
    hostFrom: '`webhooks` in a site’s declaration',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts'],
  },
  names: {
    reason: 'the addresses of all these hosts',
    hostFrom: 'the name servers of this machine',
    listed: 'never',
    openedBy: ['server/platform/name-lookup.ts'],
  },
  inspector: {
    reason: '`npm run intake -- inspect`, a command: pages and settings of a site',
    hostFrom: 'whoever types the command',
    listed: 'never',
    openedBy: ['server/inspect/fetch-page.ts', 'server/inspect/site-settings.ts'],
  },
  'stand-ins': {
    reason: 'the card sandbox tells the product of its events; development only',
    hostFrom: 'this machine',
    listed: 'never',
    openedBy: [
      'server/platform/stand-ins/card-sandbox/events/deliver-event.ts',
      // The shop that the sandbox's tests sell with.
      'server/platform/stand-ins/card-sandbox/test-shop.ts',
    ],
  },
} as const satisfies Record<string, Destination>;

type Destinations = typeof destinations;
/** Destinations that sites name, called through `Outbound` alone. */
export type SiteDestination = {
  [Name in keyof Destinations]: Destinations[Name]['listed'] extends 'at each call' ? Name : never;
}[keyof Destinations];
