import { SiteDeclaration } from '../membership/declaration/site-declaration.ts';

const monthly = { type: 'SUBSCRIPTION', intervalType: 'MONTHLY', intervalCount: 1, currency: 'NZD' };
const once = { type: 'ONETIME', currency: 'NZD' };

/** A plan, with an id made of its name. */
const plan = (name: string, more: object = {}) => ({ id: `pln_choir_${name}`, name, ...more });
const price = (name: string, more: object) => ({ id: `prc_choir_${name}`, name, ...more });

const team = (seats: number) => ({ seats, inviteSignupLink: '/section/join', upgradeLink: '/section/more' });

/** A site in test mode whose plans have every rule there is. */
export const planSite = SiteDeclaration.parse({
  id: 'app_choir',
  publicKey: 'pk_sb_choir',
  name: 'Harbour Choir',
  mode: 'sandbox',
  origins: ['https://choir.example'],
  fields: [],
  plans: [
    plan('open', { redirects: { afterSignup: '/hello' } }),
    plan('other'),
    plan('few', { rules: { memberLimit: 1 } }),
    plan('given', { rules: { restrictToAdmin: true } }),
    plan('town', { rules: { allowedEmailDomains: ['example.org'] } }),
    plan('elsewhere', { rules: { allowedEmailDomains: ['town.example'] } }),
    plan('closed', { status: 'INACTIVE' }),
    plan('bringing', {
      rules: { onJoin: { addPlans: ['pln_choir_open', 'pln_choir_given'], removePlans: ['pln_choir_other'] } },
    }),
    plan('sweeping', { rules: { onJoin: { removeFreePlans: true, cancelSubscriptions: true } } }),
    plan('singer', {
      prices: [
        price('monthly', { ...monthly, amountCents: 1_900 }),
        price('trial', { ...monthly, amountCents: 1_900, rules: { trialDays: 14, setupFeeCents: 500 } }),
        price('gone', { ...monthly, amountCents: 900, status: 'INACTIVE' }),
      ],
    }),
    plan('soloist', {
      rules: { onJoin: { removePlans: ['pln_choir_singer'] } },
      prices: [price('solo', { ...monthly, amountCents: 4_900 })],
    }),
    plan('season', { prices: [price('season', { ...once, amountCents: 12_000, rules: { accessDays: 90 } })] }),
    plan('benefactor', {
      rules: { memberLimit: 1 },
      prices: [price('benefactor', { ...once, amountCents: 50_000 })],
    }),
    plan('trio', { rules: { team: team(3) } }),
    plan('quartet', { rules: { team: team(4) } }),
    plan('hosting', { rules: { onJoin: { addPlans: ['pln_choir_trio'] } } }),
    plan('orchestra', {
      rules: { team: team(40), onJoin: { removePlans: ['pln_choir_section'] } },
      prices: [price('orchestra', { ...monthly, amountCents: 29_900 })],
    }),
    plan('ensemble', {
      rules: { team: team(8) },
      prices: [
        price('ensemble', { ...monthly, amountCents: 7_900 }),
        price('ensemble-large', { ...monthly, amountCents: 9_900, rules: { seats: 40 } }),
      ],
    }),
    plan('section', {
      rules: { team: team(4) },
      prices: [price('section', { ...monthly, amountCents: 9_900, rules: { seats: 8 } })],
    }),
    plan('patron', {
      rules: { restrictToAdmin: true },
      prices: [price('patron', { ...once, amountCents: 99_000 })],
    }),
    plan('retired', { status: 'INACTIVE', prices: [price('retired', { ...once, amountCents: 1_000 })] }),
  ],
  coupons: [
    { id: 'THIRD', code: 'ENCORE', name: 'A third off', percentOff: 33.3 },
    { id: 'FIVER', name: 'Five dollars off', amountOffCents: 500, currency: 'NZD', duration: 'forever' },
    { id: 'FREE', name: 'A month on us', percentOff: 100 },
    { id: 'LAST', name: 'One can have it', percentOff: 10, maxRedemptions: 1 },
    { id: 'PAIR', name: 'Two can have it', percentOff: 10, maxRedemptions: 2 },
    { id: 'PAST', name: 'Over', percentOff: 10, until: '2020-12-31T23:59:59+13:00' },
    { id: 'ALMOST', name: 'Almost nothing left', percentOff: 99 },
    { id: 'SEASON', name: 'Season only', percentOff: 10, prices: ['prc_choir_season'] },
  ],
  contentGroups: [],
  passwordless: { enabled: true, isDefault: false },
  allowMemberSelfDelete: true,
  captchaRequired: false,
  ssoSignupButtonUrl: null,
  isPaid: true,
  dictionary: {},
});
