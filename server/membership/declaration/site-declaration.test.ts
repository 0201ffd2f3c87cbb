import { describe, expect, test } from 'vitest';
import { liveSite } from '../../testing/membership.ts';
import { describeFault, WrongDeclaration } from './declaration-faults.ts';
import { parseDeclaration } from './site-declaration.ts';
import { knownProviders } from './contradictions.ts';

const script = ['javascript', 'alert(1)'].join(':');

/** Faults of a valid declaration with some settings changed. */
function faultsOf(changes: object): string[] {
  try {
    parseDeclaration({ ...structuredClone(liveSite), ...changes });
  } catch (error) {
    if (error instanceof WrongDeclaration) return error.faults.map(describeFault);
    throw error;
  }
  return [];
}

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const price = { id: 'prc_a', name: 'A', type: 'ONETIME', amountCents: 100, currency: 'NZD' };
const subscription = { ...price, type: 'SUBSCRIPTION', intervalType: 'MONTHLY', intervalCount: 1 };
const plan = (changes: object = {}) => ({ plans: [{ id: 'pln_a', name: 'A', ...changes }] });
const group = (changes: object) => ({ contentGroups: [{ id: 'g', name: 'G', key: 'g', ...changes }] });
const provider = (changes: object) => ({
  authProviders: [{ provider: 'google', name: 'Google', clientId: 'c', ...changes }],
});
const tenant = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
const pdf = { key: 'k', type: 'FILE', mediaType: 'application/pdf', fileName: 'a.PDF', base64: base64('%PDF-1.7') };
const content = (changes: object) => ({ content: [{ ...pdf, ...changes }] });
const coupon = (changes: object) => ({ coupons: [{ id: 'C', name: 'C', percentOff: 10, ...changes }] });

describe('a declaration is taken', () => {
  test.for([
    [
      'that names only what a site must have',
      parseDeclaration({ id: 'app_a', name: 'A', publicKey: 'pk_a', mode: 'live' }),
    ],
    ['complete', {}],
    ['with a provider we know by its name', provider({})],
    ['with another, by its issuer', provider({ provider: 'club', issuer: 'https://id.club.example' })],
    ['with one of this machine', provider({ provider: 'club', issuer: 'http://localhost:9000' })],
    [
      'with one of this service, in test mode',
      { mode: 'sandbox', publicKey: 'pk_sb_a', ...provider({ provider: 'club', issuer: '{appUrl}/dev/oidc' }) },
    ],
    ['with one tenant of Microsoft', provider({ provider: 'microsoft', issuer: tenant })],
    ['with a secret of the environment', provider({ clientSecret: { env: 'CLUB_SECRET' } })],
    ['with our own captcha', { captchaRequired: true }],
    ['with somebody else’s captcha, ready but not required', { captcha: { service: 'hcaptcha' } }],
    ['with a look', { branding: { logo: '/a', logoDark: '/b', appearance: 'auto', density: 'compact' } }],
    ['with a file of its type', content({})],
    ['with a file of a type that begins anyhow', content({ mediaType: 'text/csv', fileName: 'a.csv' })],
    [
      'with an image of its type',
      content({ type: 'IMAGE', mediaType: 'image/png', fileName: 'a.png', base64: base64('\x89PNG\r\n\x1a\nIHDR') }),
    ],
    ['with ids of other installations', plan({ id: 'pln_members-5kbh0gjx' })],
  ] as [string, object][])('%s', ([, changes]) => {
    expect(faultsOf(changes)).toEqual([]);
  });
});

test('a subscription is paid every interval unless it counts them', () => {
  const countOf = (changes: object) =>
    parseDeclaration({ ...liveSite, ...plan({ prices: [{ ...subscription, ...changes }] }) }).plans[0]!.prices[0]!
      .intervalCount;
  expect([{ intervalCount: undefined }, { intervalCount: null }, { intervalCount: 3 }].map(countOf)).toEqual([1, 1, 3]);
});

describe('a declaration is refused, with the place and the reason,', () => {
  test.for([
    ['without a name', { name: undefined }, 'name: this is missing'],
    ['with a setting there is not', { horoscope: 'Leo' }, 'horoscope: there is no such setting'],
    [
      'with a typing error',
      { allowMemberSelfdelete: true },
      'allowMemberSelfdelete: there is no such setting; did you mean allowMemberSelfDelete?',
    ],
    [
      'with a typing error deep inside',
      plan({ prices: [{ ...price, amountCent: 1 }] }),
      'plans[0].prices[0].amountCent: there is no such setting; did you mean amountCents?',
    ],
    [
      'with a number in quotes',
      plan({ prices: [{ ...price, amountCents: '100' }] }),
      'plans[0].prices[0].amountCents: this is to be a number',
    ],
    [
      'with half a cent',
      plan({ prices: [{ ...price, amountCents: 0.5 }] }),
      'plans[0].prices[0].amountCents: this is to be a whole number',
    ],
    [
      'with less than a card pays',
      plan({ prices: [{ ...price, amountCents: 49 }] }),
      'plans[0].prices[0].amountCents: a card pays 50 cents of NZD at least',
    ],
    [
      'with a set-up fee below what a card pays',
      plan({ prices: [{ ...price, amountCents: 1_500, currency: 'CZK', rules: { setupFeeCents: 1_499 } }] }),
      'plans[0].prices[0].rules.setupFeeCents: a card pays 1500 cents of CZK at least',
    ],
    ...['JPY', 'BHD', 'XXX', 'nzd', 'ABC'].map((currency): [string, object, string] => [
      `with amounts in ${currency}`,
      plan({ prices: [{ ...price, currency }] }),
      'plans[0].prices[0].currency: a currency is written as NZD, and has cents',
    ]),
    ['with a mode there is not', { mode: 'test' }, 'mode: this is one of live, sandbox'],
    ['with yes for true', { isPaid: 'yes' }, 'isPaid: this is to be true or false'],
    ['with one where many are', { origins: 'https://club.example' }, 'origins: this is to be a list'],
    ['with an id that is none', { id: 'club' }, 'id: the id of a site begins with app_'],
    ['with a secret key for its public one', { publicKey: 'sk_live' }, 'publicKey: a public key begins with pk_'],
    [
      'with a test key in live mode',
      { publicKey: 'pk_sb_live' },
      'publicKey: the key of a site in test mode, and only that, begins with pk_sb_',
    ],
    [
      'with a live key in test mode',
      { mode: 'sandbox' },
      'publicKey: the key of a site in test mode, and only that, begins with pk_sb_',
    ],
    [
      'with a button that runs a script',
      { ssoSignupButtonUrl: script },
      'ssoSignupButtonUrl: an address begins with https:// or http://',
    ],
    [
      'with a logo that is data',
      { branding: { logo: 'data:image/svg+xml,<svg>' } },
      'branding.logo: this begins with https:// or http://, or is a path that begins with one slash',
    ],
    [
      'with a colour that goes on',
      { branding: { colors: { lightMode: { text: 'red;background:url(//evil.example)' } } } },
      'branding.colors.lightMode.text: a colour is written as #1E5C41, a name, rgb(…) or hsl(…)',
    ],
    [
      'with a colour of nothing',
      { branding: { colors: { lightMode: { buton: 'red' } } } },
      'branding.colors.lightMode.buton: there is no such setting',
    ],
    ['no such look', { branding: { appearance: 'dim' } }, 'branding.appearance: this is one of light, dark, auto'],
    ['a dark logo alone', { branding: { logoDark: '/b' } }, 'branding.logoDark: a dark logo stands beside a light one'],
    [
      'with an icon that runs a script',
      provider({ icon: script }),
      'authProviders[0].icon: this begins with https:// or http://, or is a path that begins with one slash',
    ],
    [
      'with two fields of one key',
      {
        fields: [
          { key: 'a', label: 'A' },
          { key: 'a', label: 'B' },
        ],
      },
      'fields[1].key: a is there already',
    ],
    [
      'with a field that would change an object',
      { fields: [{ key: '__proto__', label: 'A' }] },
      'fields[0].key: a key has letters, digits, dash, underscore',
    ],
    [
      'with a boolean that holds neither',
      { fields: [{ key: 'a', label: 'A', type: 'boolean', default: 'maybe' }] },
      'fields[0].default: a boolean field is "true" or "false", in quotes',
    ],
    [
      'with 101 fields',
      { fields: Array.from({ length: 101 }, (_, n) => ({ key: `f${n}`, label: 'F' })) },
      'fields: this is at most 100 entries',
    ],
    [
      'with a redirect to another host',
      group({ redirect: '//evil.example' }),
      'contentGroups[0].redirect: this begins with https:// or http://, or is a path that begins with one slash',
    ],
    [
      'with a redirect that hides another host',
      group({ redirect: '/\\evil.example' }),
      'contentGroups[0].redirect: this begins with https:// or http://, or is a path that begins with one slash',
    ],
    [
      'with a group for a plan there is not',
      group({ plans: [{ id: 'pln_b' }] }),
      'contentGroups[0].plans[0].id: the site has no plan pln_b',
    ],
    [
      'with comments of a group there is not',
      { comments: { gatedChannels: [{ key: 'crew-talk', contentGroup: 'deck' }] } },
      'comments.gatedChannels[0].contentGroup: the site has no content group deck',
    ],
    [
      'with content for a plan there is not',
      { content: [{ key: 'c', type: 'TEXT', content: 'x', plans: [{ id: 'pln_b' }] }] },
      'content[0].plans[0].id: the site has no plan pln_b',
    ],
    [
      'with a plan that brings one there is not',
      plan({ rules: { onJoin: { addPlans: ['pln_b'] } } }),
      'plans[0].rules.onJoin.addPlans[0]: the site has no plan pln_b',
    ],
    ['with two plans of one id', { plans: [...plan().plans, ...plan().plans] }, 'plans[1].id: pln_a is there already'],
    [
      'with a price of two plans',
      {
        plans: [
          { id: 'pln_a', name: 'A', prices: [price] },
          { id: 'pln_b', name: 'B', prices: [price] },
        ],
      },
      'plans[1].prices[0].id: prc_a is a price of another plan',
    ],
    [
      'with a price below nothing',
      plan({ prices: [{ ...price, amountCents: -1 }] }),
      'plans[0].prices[0].amountCents: a card pays 50 cents of NZD at least',
    ],
    [
      'with money that is none',
      plan({ prices: [{ ...price, currency: 'nzd' }] }),
      'plans[0].prices[0].currency: a currency is written as NZD, and has cents',
    ],
    [
      'with a subscription paid when nobody knows',
      plan({ prices: [{ ...price, type: 'SUBSCRIPTION', intervalCount: 1 }] }),
      'plans[0].prices[0].intervalType: a subscription says how often it is paid: YEARLY, MONTHLY, WEEKLY',
    ],
    [
      'with something paid once every month',
      plan({ prices: [{ ...subscription, type: 'ONETIME' }] }),
      'plans[0].prices[0].intervalType: only a subscription says how often it is paid',
    ],
    [
      'with something paid once that counts its intervals',
      plan({ prices: [{ ...price, intervalCount: 1 }] }),
      'plans[0].prices[0].intervalCount: only a subscription says how often it is paid',
    ],
    [
      'with a trial of something paid once',
      plan({ prices: [{ ...price, rules: { trialDays: 7 } }] }),
      'plans[0].prices[0].rules.trialDays: only a subscription begins with a trial',
    ],
    [
      'with a subscription that ends',
      plan({ prices: [{ ...subscription, rules: { accessDays: 7 } }] }),
      'plans[0].prices[0].rules.accessDays: a subscription lasts as long as it is paid; only a price paid once has an end',
    ],
    [
      'with no seats',
      plan({ rules: { team: { seats: 0, inviteSignupLink: '/a', upgradeLink: '/b' } } }),
      'plans[0].rules.team.seats: this is more than 0',
    ],
    [
      'with an invitation to another host',
      plan({ rules: { team: { inviteSignupLink: 'https://evil.example', upgradeLink: '/b' } } }),
      'plans[0].rules.team.inviteSignupLink: a path begins with one slash',
    ],
    [
      'with a domain that is an address',
      plan({ rules: { allowedEmailDomains: ['@club.example'] } }),
      'plans[0].rules.allowedEmailDomains[0]: a domain is written as example.org',
    ],
    [
      'with a coupon that takes two things off',
      coupon({ amountOffCents: 5, currency: 'NZD' }),
      'coupons[0]: a coupon takes off either a percentage or an amount',
    ],
    [
      'with a coupon that takes nothing off',
      coupon({ percentOff: null }),
      'coupons[0]: a coupon takes off either a percentage or an amount',
    ],
    [
      'with an amount of no money',
      coupon({ percentOff: null, amountOffCents: 5 }),
      'coupons[0].currency: an amount needs its currency',
    ],
    [
      'with a coupon that repeats for ever and a day',
      coupon({ duration: 'repeating' }),
      'coupons[0].months: a repeating coupon, and only that, says for how many months',
    ],
    [
      'with a coupon for a price there is not',
      coupon({ prices: ['prc_b'] }),
      'coupons[0].prices[0]: the site has no price prc_b',
    ],
    [
      'with an image that begins as another does',
      content({ type: 'IMAGE', mediaType: 'image/png', fileName: 'a.png', base64: base64('GIF89a') }),
      'content[0].base64: this is no image/png by its first bytes',
    ],
    [
      'with a page in a file of another type',
      content({ base64: base64('<script>1</script>') }),
      'content[0].base64: this is no application/pdf by its first bytes',
    ],
    [
      'with a file under a name of another type',
      content({ mediaType: 'text/html', base64: base64('<p>') }),
      'content[0].fileName: text/html is not saved under a name of application/pdf',
    ],
    [
      'with a captcha nobody checks',
      { captchaRequired: true, captcha: { service: 'hcaptcha' } },
      'captcha.siteKey: a captcha of hcaptcha needs its siteKey',
    ],
    [
      'with a provider nobody can find',
      provider({ provider: 'club' }),
      `authProviders[0].issuer: club is none of ${knownProviders.join(', ')}, so it needs its issuer`,
    ],
    [
      'with another provider under a name we know',
      provider({ issuer: 'https://id.club.example' }),
      'authProviders[0].issuer: google is known by its name: leave its issuer out',
    ],
    ...[`${tenant}/`, `${tenant}?`, tenant.replace('/v2.0', ''), 'https://id.club.example'].map((issuer) => [
      `with ${issuer} for a tenant of Microsoft`,
      provider({ provider: 'microsoft', issuer }),
      'authProviders[0].issuer: an issuer of microsoft is written as https://login.microsoftonline.com/<tenant>/v2.0',
    ]),
    [
      'with a provider that believes everybody, in live mode',
      provider({ provider: 'club', issuer: '{appUrl}/dev/oidc' }),
      'authProviders[0].issuer: the provider of this service itself believes everybody: it is for sites in test mode',
    ],
    [
      'with a provider anybody reads along',
      provider({ provider: 'club', issuer: 'http://id.club.example' }),
      'authProviders[0].issuer: an issuer is an https:// address of the internet, or begins with {appUrl}/ for this service itself',
    ],
    [
      'with an issuer on a host that begins like this machine',
      provider({ provider: 'club', issuer: 'http://localhost.evil.example' }),
      'authProviders[0].issuer: an issuer is an https:// address of the internet, or begins with {appUrl}/ for this service itself',
    ],
    [
      'with a provider named twice',
      { authProviders: [...provider({}).authProviders, ...provider({}).authProviders] },
      'authProviders[1].provider: google is there already',
    ],
    [
      'with a client of this service named twice',
      {
        mode: 'sandbox',
        publicKey: 'pk_sb_a',
        authProviders: ['one', 'two'].map((name) => ({
          provider: name,
          name,
          clientId: 'c',
          issuer: '{appUrl}/dev/oidc',
        })),
      },
      'authProviders[1].clientId: c is there already',
    ],
    [
      'with a secret that is a number',
      provider({ clientSecret: 5 }),
      'authProviders[0].clientSecret: a secret is a text, or { env: NAME } for what an environment variable holds',
    ],
    [
      'with a webhook anybody reads along',
      { webhooks: [{ id: 'w', url: 'http://club.example/hook' }] },
      'webhooks[0].url: a webhook is an https address of the internet, without a name or password in it; outside production http://localhost may stand there too',
    ],
  ] as [string, object, string][])('%s', ([, changes, fault]) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });

  test('all faults at once, in parts that depend on each other too', () => {
    const faults = faultsOf({
      name: '',
      publicKey: 'pk_sb_x',
      ...plan({ prices: [{ ...price, currency: 'x' }] }),
      ...group({ plans: [{ id: 'pln_b' }] }),
      nothing: 1,
    });
    expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual([
      'contentGroups[0].plans[0].id',
      'name',
      'nothing',
      'plans[0].prices[0].currency',
      'publicKey',
    ]);
  });

  test.for([null, 'text', 5, [], true])('%j is no site at all', (value) => {
    expect(() => parseDeclaration(value)).toThrow(WrongDeclaration);
  });
});
