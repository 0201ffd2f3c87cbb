import { keyLabelMaxLength, keyLabelPattern, keyMaxDays } from '../../../../contract/console/site-schemas.ts';
import { type Command, WrongWords, table } from '../../../platform/commands.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { listActs } from '../../audit/audit.ts';
import { callbackPathOf } from '../../social/callbacks.ts';
import { getDeclared, onlyOne, time, type CommandServices } from './command-services.ts';
import { createSecretKey, listSecretKeys, revokeSecretKey, SiteVoided } from '../secret-keys.ts';

/** `app keys`: lists, creates and revokes a site's secret keys. */
export const keysCommand: Command<CommandServices> = {
  name: 'app keys',
  takes: ['<id>'],
  about: 'the secret keys a site’s own server uses; makes and ends them',
  options: {
    create: { type: 'string', takes: '<label>', about: 'makes a key; it is shown this once' },
    days: { type: 'string', takes: '90', about: 'with --create: it ends by itself after so many days' },
    revoke: { type: 'string', takes: '<key id>', about: 'ends a key, from the next request on' },
  },
  details: `The label says what the key is for. It stands in the audit trail beside everything the key did. A key that ends
is told in the log each day, from two weeks before; after its end it is worth as much as one that never was.`,
  async run(services, { words: [id], values: { create, revoke, days } }) {
    if (create !== undefined && revoke !== undefined) throw onlyOne('create', 'revoke');
    if (days !== undefined && create === undefined) throw new WrongWords('--days goes with --create.');
    const site = await getDeclared(services, id!);
    if (typeof create === 'string') return createKey(services, { site, label: create, days: readDays(days) });
    if (typeof revoke === 'string') return revokeKey(services, site.id, revoke);
    const keys = await listSecretKeys(services.db, site.id);
    if (keys.length === 0) return `${site.id} has no secret keys.`;
    return table(
      ['id', 'label', 'created', 'last used', 'expires', 'revoked'],
      keys.map((key) => [
        key.id,
        key.label,
        time(key.createdAt),
        time(key.lastUsedAt),
        time(key.expiresAt),
        time(key.revokedAt),
      ]),
    );
  },
};

function readDays(text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (!/^\d{1,4}$/.test(String(text)) || days < 1 || days > keyMaxDays)
    throw new WrongWords(`--days takes a number of days from 1 to ${keyMaxDays}.`);
  return days;
}

async function createKey(
  { db, actor }: CommandServices,
  wish: Pick<Parameters<typeof createSecretKey>[1], 'site' | 'label' | 'days'>,
): Promise<string> {
  const { label } = wish;
  if (!keyLabelPattern.test(label) || label.length > keyLabelMaxLength)
    throw new WrongWords(`A label is one line of at most ${keyLabelMaxLength} characters.`);
  const { id, key, expiresAt } = await createSecretKey(db, { ...wish, actor }).catch((error: unknown) => {
    throw error instanceof SiteVoided ? new WrongWords(error.message) : error;
  });
  const end = expiresAt ? `It ends at ${time(expiresAt)}. ` : '';
  return `${key}\n\nThis is the only time it is shown. ${end}It is ${id}; keep it where no browser can read it.`;
}

async function revokeKey({ db, actor }: CommandServices, siteId: string, id: string): Promise<string> {
  if (await revokeSecretKey(db, { siteId, id, actor })) return `${id} does not work any more.`;
  throw new WrongWords(`${siteId} has no key ${id} that works. "npm run intake -- app keys ${siteId}" lists them.`);
}

/** `app providers`: the OAuth redirect addresses to register with each provider. */
export const providersCommand: Command<CommandServices> = {
  name: 'app providers',
  takes: ['<id>'],
  about: 'the redirect address to register with each provider of a site',
  details: `Providers known by their names share one address. Every other issuer has its own, unless the site's file says
callback: shared: then the provider has to name itself in its answers (iss, RFC 9207). The addresses begin with APP_URL.`,
  async run(services, { words: [id] }) {
    const site = await getDeclared(services, id!);
    if (site.authProviders.length === 0) return `${site.id} has no providers.`;
    return table(
      ['provider', 'client id', 'redirect address'],
      site.authProviders.map((declared) => [
        declared.provider,
        declared.clientId,
        services.appUrl + callbackPathOf(site.id, declared),
      ]),
    );
  },
};

/** `app audit`: a site's audit trail, the newest first. */
export const auditCommand: Command<CommandServices> = {
  name: 'app audit',
  takes: ['<id>'],
  about: 'who changed a site and its members by key or command, the newest first',
  details: 'Of a site that was removed too.',
  async run(services, { words: [id] }) {
    const acts = await services.reports.read('app audit', (db) => listActs(db, id!));
    if (acts.length === 0) return `Nothing was done to ${(await getDeclared(services, id!)).id} yet.`;
    return acts
      .map(({ at, actor, action, subject, note }) =>
        [`${time(at)}  ${actor}  ${action}  ${subject}`, ...lines(note)].map(oneLine).join('\n    '),
      )
      .join('\n');
  },
};

const lines = (note: string) => (note === '' ? [] : note.split('\n'));
