/** A kind of destination of outbound connections. */
export interface Destination {
  /** Purpose. */
  reason: string;
  /** Who decides which host it is. */
  hostFrom: string;
  /** When `OUTBOUND_HOSTS` is enforced; never for what stays on this machine or is part of its network settings. */
  listed: 'at the start' | 'at each call' | 'never';
  /** The only modules that open such connections, as paths from the repository's root. */
  openedBy: readonly string[];
}

/**
 * All destinations of the product (ASVS 13.2.4). Printed in `docs/outbound.md`; a test detects modules that open
 * connections elsewhere.
 */
export const destinations = {
  database: {
    reason: 'everything that is stored',
    hostFrom: 'DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_READ_URL; unset, the embedded database of this machine',
    listed: 'at the start',
    openedBy: [
      'server/platform/database/base-backup.ts',
      'server/platform/database/connection-target.ts',
      'server/platform/database/database.ts',
      'server/platform/database/embedded.ts',
      'server/platform/database/pooler.ts',
      'server/platform/database/primary.ts',
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
    openedBy: [
      'server/platform/cards/card-calls.ts',
      'server/platform/cards/card-customers.ts',
      'server/platform/cards/measured-client.ts',
    ],
  },
  files: {
    reason: 'members’ pictures, where several machines share them',
    hostFrom: 'FILES_URL; unset, the data directory',
    listed: 'at the start',
    openedBy: ['server/platform/files/bucket-calls.ts'],
  },
  traces: {
    reason: 'how long requests and jobs took (OpenTelemetry), where that is switched on',
    hostFrom: 'OTEL_EXPORTER_OTLP_ENDPOINT; unset, nothing is sent',
    listed: 'at the start',
    openedBy: ['server/platform/tracing/otlp.ts'],
  },
  provider: {
    reason: 'log-in with a provider: its metadata, codes for tokens, the person’s identity',
    hostFrom: 'the provider’s name or the `issuer` in a site’s file, and the provider’s metadata',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts', 'server/platform/openid.ts'],
  },
  captcha: {
    reason: 'verifying the answer to a captcha',
    hostFrom: '`captcha.service` in a site’s file: api.hcaptcha.com, challenges.cloudflare.com or www.google.com',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts'],
  },
  webhook: {
    reason: 'site events, sent to the site’s owner',
    hostFrom: '`webhooks` in a site’s file',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts'],
  },
  'page-check': {
    reason: 'the console looks whether a page has the install script',
    hostFrom: 'the address that staff type into the console',
    listed: 'at each call',
    openedBy: ['server/platform/outbound.ts'],
  },
  names: {
    reason: 'DNS: the IP addresses of all these hosts',
    hostFrom: 'the name servers of this machine',
    listed: 'never',
    openedBy: ['server/platform/name-lookup.ts'],
  },
  inspector: {
    reason: '`npm run intake -- inspect`, a command: pages and settings of a site',
    hostFrom: 'the operator who runs the command',
    listed: 'never',
    openedBy: ['server/inspect/fetch-page.ts', 'server/inspect/site-settings.ts'],
  },
  'stand-ins': {
    reason: 'events of the card sandbox; development only',
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
/** Destinations chosen by sites, called through `Outbound` only. */
export type SiteDestination = {
  [Name in keyof Destinations]: Destinations[Name]['listed'] extends 'at each call' ? Name : never;
}[keyof Destinations];
