import { SiteDeclaration } from '../membership/declaration/site-declaration.ts';

/** The plans for teams, by what they are called, with their seats. */
export const crewSeats = { crew: 6, pair: 2, fleet: null } as const;
export type Crew = keyof typeof crewSeats;

const buildSite = (name: string) =>
  SiteDeclaration.parse({
    id: `app_${name}`,
    publicKey: `pk_sb_${name}`,
    name: 'Rowing Club',
    mode: 'sandbox',
    origins: [],
    fields: [],
    plans: Object.entries(crewSeats).map(([crew, seats]) => ({
      id: `pln_${name}_${crew}`,
      name: crew,
      rules: { team: { seats, inviteSignupLink: '/crew/join', upgradeLink: '/crew/more' } },
      prices: [],
    })),
    contentGroups: [],
    passwordless: { enabled: true, isDefault: false },
    comments: { enabled: true, blockedWords: [] },
    allowMemberSelfDelete: true,
    captchaRequired: false,
    ssoSignupButtonUrl: null,
    isPaid: true,
    dictionary: {},
  });

/** A site in test mode whose free plans are for teams, and another one like it. */
export const teamSite = buildSite('rowing');
export const otherTeamSite = buildSite('sculling');

export const planIn = (site: { id: string }, crew: Crew): string => `${site.id.replace('app_', 'pln_')}_${crew}`;
