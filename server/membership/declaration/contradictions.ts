import type { Fault } from './declaration-faults.ts';
import { mayBeOf, typeOfName } from '../../platform/files/media-types.ts';
import { presets } from '../social/provider-presets.ts';
import { isOwnIssuer } from '../sites/setting-values.ts';

/** Names of providers with a preset. */
export const knownProviders = [...presets.keys()];

type Part = Readonly<Record<string, unknown>>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
const part = (value: unknown): Part => (isPart(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const parts = (value: unknown) => list(value).map(part);

/**
 * Cross-checks the parts of a declaration.
 *
 * @param declared not validated yet, so that all faults are reported at once
 */
export function findContradictions(declared: unknown): Fault[] {
  const site = part(declared);
  return [
    ...wrongKey(site),
    ...repeatedPrices(site),
    ...unknownPlans(site),
    ...unknownPrices(site),
    ...unknownGroups(site),
    ...wrongIssuers(site),
    ...needlessCallbacks(site),
    ...repeatedClients(site),
    ...unchecked(site),
    ...unfollowed(site),
    ...mistypedFiles(site),
  ];
}

function wrongKey({ mode, publicKey }: Part): Fault[] {
  if (typeof publicKey !== 'string' || (mode === 'sandbox') === publicKey.startsWith('pk_sb_')) return [];
  return [{ path: ['publicKey'], message: 'the key of a site in test mode, and only that, begins with pk_sb_' }];
}

function repeatedPrices(site: Part): Fault[] {
  const owners = new Map<unknown, number>();
  return parts(site.plans).flatMap(({ prices }, planAt) =>
    parts(prices).flatMap(({ id }, priceAt) => {
      const owner = owners.get(id) ?? planAt;
      owners.set(id, owner);
      if (owner === planAt) return [];
      return [
        { path: ['plans', planAt, 'prices', priceAt, 'id'], message: `${String(id)} is a price of another plan` },
      ];
    }),
  );
}

function unknownPlans(site: Part): Fault[] {
  const known = new Set(parts(site.plans).map(({ id }) => id));
  const named: [PropertyKey[], unknown][] = [];
  for (const section of ['contentGroups', 'content'])
    for (const [at, { plans }] of parts(site[section]).entries())
      for (const [planAt, { id }] of parts(plans).entries()) named.push([[section, at, 'plans', planAt, 'id'], id]);
  for (const [at, plan] of parts(site.plans).entries()) {
    // A retired plan is not joined any more, and keeps rules that name plans which went.
    if (plan.status === 'INACTIVE') continue;
    const onJoin = part(part(plan.rules).onJoin);
    for (const key of ['addPlans', 'removePlans'])
      for (const [planAt, id] of list(onJoin[key]).entries())
        named.push([['plans', at, 'rules', 'onJoin', key, planAt], id]);
  }
  return named
    .filter(([, id]) => !known.has(id))
    .map(([path, id]) => ({ path, message: `the site has no plan ${String(id)}` }));
}

function unknownGroups({ comments, contentGroups }: Part): Fault[] {
  const known = new Set(parts(contentGroups).map(({ key }) => key));
  return parts(part(comments).gatedChannels).flatMap(({ contentGroup }, at) =>
    known.has(contentGroup)
      ? []
      : [
          {
            path: ['comments', 'gatedChannels', at, 'contentGroup'],
            message: `the site has no content group ${String(contentGroup)}`,
          },
        ],
  );
}

function unknownPrices(site: Part): Fault[] {
  const known = new Set(parts(site.plans).flatMap(({ prices }) => parts(prices).map(({ id }) => id)));
  return parts(site.coupons).flatMap(({ prices }, at) =>
    list(prices).flatMap((id, priceAt) =>
      known.has(id)
        ? []
        : [{ path: ['coupons', at, 'prices', priceAt], message: `the site has no price ${String(id)}` }],
    ),
  );
}

/** The local provider identifies a client by its id alone. */
function repeatedClients({ authProviders }: Part): Fault[] {
  const seen = new Set<unknown>();
  return parts(authProviders).flatMap(({ clientId, issuer }, at) => {
    if (typeof issuer !== 'string' || !isOwnIssuer(issuer)) return [];
    const isRepeated = seen.has(clientId);
    seen.add(clientId);
    return isRepeated
      ? [{ path: ['authProviders', at, 'clientId'], message: `${String(clientId)} is there already` }]
      : [];
  });
}

function unchecked(site: Part): Fault[] {
  const { service, siteKey } = part(site.captcha);
  if (site.captchaRequired !== true || service === 'altcha' || typeof siteKey === 'string') return [];
  return [{ path: ['captcha', 'siteKey'], message: `a captcha of ${String(service)} needs its siteKey` }];
}

/** Settings that the portal's own pages do not implement: with one of them, each sign-up there would be refused. */
const notOnOwnPages = {
  captchaRequired: 'this site has ownPages, and the pages of this product ask for no captcha',
  privateSignup: 'this site has ownPages, and the pages of this product do not send a new member to the mailbox',
};

function unfollowed(site: Part): Fault[] {
  if (site.ownPages !== true) return [];
  return Object.entries(notOnOwnPages)
    .filter(([key]) => site[key] === true)
    .map(([key, message]) => ({ path: [key], message }));
}

/** Content, name and media type of a hosted file must agree (OWASP ASVS 5.2.2). */
const mistypedFiles = ({ content }: Part): Fault[] =>
  parts(content).flatMap(({ base64, mediaType, fileName }, at) => {
    if (typeof base64 !== 'string' || typeof mediaType !== 'string') return [];
    const named = typeof fileName === 'string' ? typeOfName(fileName) : undefined;
    const faults: Fault[] = [];
    if (!mayBeOf(mediaType, Buffer.from(base64, 'base64')))
      faults.push({ path: ['content', at, 'base64'], message: `this is no ${mediaType} by its first bytes` });
    if (named !== undefined && named !== mediaType)
      faults.push({ path: ['content', at, 'fileName'], message: `${mediaType} is not saved under a name of ${named}` });
    return faults;
  });

function wrongIssuers({ authProviders, mode }: Part): Fault[] {
  return parts(authProviders).flatMap(({ provider, issuer }, at) => {
    const named = typeof issuer === 'string' ? issuer : undefined;
    const message = wrongIssuer({ provider: String(provider), issuer: named, mode });
    return message === undefined ? [] : [{ path: ['authProviders', at, 'issuer'], message }];
  });
}

/** Providers with a preset always use the shared callback. */
const needlessCallbacks = ({ authProviders }: Part): Fault[] =>
  parts(authProviders).flatMap(({ provider, callback }, at) =>
    callback !== undefined && presets.has(String(provider))
      ? [
          {
            path: ['authProviders', at, 'callback'],
            message: `${String(provider)} is known by its name: leave its callback out`,
          },
        ]
      : [],
  );

function wrongIssuer({ provider, issuer, mode }: { provider: string; issuer: string | undefined; mode: unknown }) {
  const preset = presets.get(provider);
  if (issuer === undefined)
    return preset ? undefined : `${provider} is none of ${knownProviders.join(', ')}, so it needs its issuer`;
  if (preset && !preset.otherIssuers) return `${provider} is known by its name: leave its issuer out`;
  if (preset?.otherIssuers?.test(issuer) === false)
    return `an issuer of ${provider} is written as ${preset.issuer.replace('common', '<tenant>')}`;
  // The local provider asserts any identity without a check (authentication bypass), so no live site may use it.
  if (mode === 'live' && isOwnIssuer(issuer))
    return 'the provider of this service itself believes everybody: it is for sites in test mode';
  return undefined;
}
