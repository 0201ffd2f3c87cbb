import type { Member } from '../../contract/members.ts';
import type { StaffScope } from '../../contract/permissions.ts';
import type { CardNewsHandler } from '../platform/cards/card-events/intake.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Cookies } from '../platform/http/cookies.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Job } from '../platform/jobs.ts';
import type { Finder } from '../platform/lists/list-source.ts';
import type { Mail } from '../platform/mail.ts';
import { deletingJobs } from '../platform/ended-rows.ts';
import { endedRowsOf } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { listSitesInScope } from './administration/console/member-scope.ts';
import { byWords } from './administration/console/member-words.ts';
import { createMemberDeletion, type MemberDeletion } from './administration/member-deletion.ts';
import { createMemberImport, type MemberImport } from './administration/member-files/import-members.ts';
import { countViewsBelow, type ViewsAsked } from './analytics/page-counts.ts';
import { hasWritten } from './comments/comments.ts';
import { parseEmail } from './members/email-address.ts';
import {
  findMember,
  lockIfThere,
  lockMember,
  lockMemberByEmail,
  setServerFields,
  toWire,
  type MemberRecord,
} from './members/members.ts';
import { hasPlan } from './entitlements/entitlements.ts';
import { features } from './features.ts';
import { type PlanGrant, grantPlanOf, revokePlanOf } from './plans/grants/grants.ts';
import { noteCustomer } from './plans/billing/billing-customer.ts';
import { handleCardNews } from './plans/billing/card-news.ts';
import { listPlanPayments } from './plans/billing/money.ts';
import { reconcilePlansJob } from './plans/plans.jobs.ts';
import { type DemonstrationRoutesOptions, demonstrationRoutes } from './seed/demonstration.routes.ts';
import {
  addDemonstrationMember,
  type DemonstrationData,
  type DemonstrationNewcomer,
  readDemonstrationData,
} from './seed/demonstration.ts';
import { type SeedOptions, seed } from './seed/seed.ts';
import type { MailLook, MailStyle } from './sites/mail-look.ts';
import type {
  DeletionDuties,
  NeededField,
  NeededFields,
  PartnerMembers,
  Services,
  SiteMade,
  StaffPowers,
} from './services.ts';
import type { MemberKeeper } from './leaving/abandoned-accounts.ts';
import { describeDevice } from './sessions/device.ts';
import { readSessionCookie } from './sessions/session-cookie.ts';
import { requireGoodPassword, type PasswordOwner } from './sign-in/credentials/passwords.ts';
import { bookMail, type MailTurn, type MailWish, type NoTurn } from './sign-in/mails/mail-budgets.ts';
import { exampleSignInMails } from './sign-in/mails/mail-examples.ts';
import {
  claimAsMaker,
  claimAsOwner,
  hashNewPassword,
  isUnclaimed,
  makeUnclaimed,
  type AccountAddress,
  type Claim,
  type PasswordChoice,
} from './sign-in/sign-up/unclaimed-accounts.ts';
import { mountForServers } from './administration/server-scope.routes.ts';
import { withMailLook } from './sites/site-mail.ts';
import { answerOrigins, mountInScope, type MountOptions } from './sites/site-scope.routes.ts';
import { createSiteScope } from './sites/site-scope.ts';
import type { Site } from './sites/site.ts';
import { createSites, listSites } from './sites/sites.ts';
import { findRelyingParty, type RelyingParty } from './social/relying-parties.ts';
import type { StaffGrants } from './views/views.ts';

/** The one door of membership for the rest of the server. Functions that take `tx` join the caller's transaction. */
export interface Membership {
  /** Adds the rules about origins to the whole server, and every address of membership. */
  routes(app: Http): void;
  /**
   * Adds another domain's routes behind the same checks: public key, allowed origin, session. Inside, `request.site`
   * is the site of the key, and in the calls of members `request.signedIn` their session.
   */
  mount(app: Http, define: (scoped: Http) => void, options?: MountOptions): void;
  /** Adds the addresses that exist outside production only. */
  developmentRoutes(app: Http, options: DemonstrationRoutesOptions): void;
  /** Whether a request has a session cookie of our own pages. Not looked up: the session may have expired. */
  bringsSession(cookies: Cookies): boolean;
  /** Deletion of members by staff, with the duties of the other domain. */
  deletion: MemberDeletion;
  /** Import of members from a file, by staff. */
  importMembers: MemberImport;
  /** Every mail about signing in with sample content, in the look of the page at this path. */
  exampleMails(asked: { siteId: string; path: string; to: string }): Promise<Mail[]>;
  /** Page views below each of some first segments of paths, in days of UTC. No visitor is told from another. */
  countViewsBelow(db: Database, asked: ViewsAsked): Promise<{ segment: string; views: number }[]>;
  /** Every site, as it is stored now. */
  listSites(): Promise<Site[]>;
  /** A site as this process uses it, at most ten seconds old. @throws Error for an unknown id */
  getSite(siteId: string): Promise<Site>;
  /** Those of which a person on the staff sees something: the whole site, or members of their partners. */
  listSitesInScope(scope: StaffScope): Promise<Site[]>;
  /**
   * Checks a new password, by the same rules on every path.
   *
   * @throws Refusal invalid-password-too-short, -too-long or -too-common
   */
  requireGoodPassword(password: string, whose: PasswordOwner): void;
  /** A browser in coarse words, "Firefox on Windows"; '' for an unknown one. */
  describeDevice(userAgent: string | undefined): string;
  /** The console's calls, behind the guard of `scoped`. */
  consoleRoutes(scoped: Http): void;
  /** Job handlers, for the job runner. Built on a membership with the runner's own connections. */
  jobs(): Job[];
  /** Handles the card provider's events about plans. */
  onCardNews: CardNewsHandler;

  /** Members of a site by words of their address and fields: conditions on `member as m`; undefined without any word. */
  findByWords(siteId: string, text: string): Finder | undefined;
  findMember(db: Database, memberId: string): Promise<MemberRecord | undefined>;
  /** The member, locked until the transaction ends. @throws Refusal member-not-found */
  lockMember(tx: Transaction, memberId: string): Promise<MemberRecord>;
  /** The same for work that goes on without the member, such as settling money; undefined for a deleted one. */
  lockIfThere(tx: Transaction, memberId: string): Promise<MemberRecord | undefined>;
  /** Merges values into the custom fields, server-written ones too. Keys must be declared by the member's site. */
  setServerFields(tx: Transaction, memberId: string, fields: Record<string, string>): Promise<void>;
  /** The member with an address, locked. @param of the address in its canonical form */
  lockMemberByEmail(tx: Transaction, of: AccountAddress): Promise<MemberRecord | undefined>;

  /** An address in its canonical form. @throws Refusal invalid-email */
  parseEmail(text: string): string;
  /** Counts a mail to an unproved address, in the transaction that queues it, after every other lock. */
  bookMail(tx: Transaction, wish: Omit<MailWish, 'cause'>): Promise<MailTurn | NoTurn>;
  /** Unclaimed accounts, see `unclaimed-accounts.ts`. */
  isUnclaimed(member: MemberRecord): boolean;
  makeUnclaimed(
    tx: Transaction,
    account: AccountAddress & { fields: Record<string, string>; partner?: string },
  ): Promise<string | undefined>;
  hashNewPassword(choice: PasswordChoice): Promise<string>;
  claimAsMaker(tx: Transaction, claim: Claim): Promise<boolean>;
  claimAsOwner(tx: Transaction, claim: Claim): Promise<boolean>;

  /** Gives a plan, or updates its payment. Idempotent. @throws Refusal plan-not-found */
  grantPlan(tx: Transaction, memberId: string, grant: PlanGrant): Promise<void>;
  /** Takes a plan away. Idempotent. */
  revokePlan(tx: Transaction, memberId: string, planId: string): Promise<void>;
  /** Stores the card provider's customer id of a member who has paid; the first one counts. */
  noteCustomer(tx: Transaction, memberId: string, customerId: string): Promise<void>;
  /** Those of the card provider's payments that were made for plans, by its ids. */
  listPlanPayments(db: Database, providerPaymentIds: readonly string[]): Promise<string[]>;
  /** The member on the wire. @throws Refusal member-not-found */
  toWire(db: Database, memberId: string): Promise<Member>;

  /** The site in test mode that is registered with the local provider under a client id. */
  findRelyingParty(clientId: string): Promise<RelyingParty | undefined>;

  /** Applies the shipped sites, and seeds demonstration members where asked. Idempotent. */
  seed(options: SeedOptions): Promise<void>;
  /**
   * Makes a member of the demonstration with a proved address and without a password.
   *
   * @returns its id; undefined where the address is taken
   */
  addDemonstrationMember(member: DemonstrationNewcomer): Promise<string | undefined>;
  /** Data of the demonstration, for scripts and the development pages. */
  demonstrationData(): Promise<DemonstrationData>;
}

/** Callbacks into another domain, which membership does not know (dependency inversion). */
export interface MembershipOptions {
  /** The look of mails, by the page of the request. */
  mailStyle?: MailStyle;
  /** Whether an abandoned account must stay. Called in the transaction that would delete the member, who is locked. */
  isMemberNeeded?: MemberKeeper;
  /** The other domain's part when a member is deleted. */
  deletionDuties?: DeletionDuties;
  /** Which members belong to partners, for staff who were given partners. */
  partnerMembers?: PartnerMembers;
  /** Whether staff are as they were when they began a view. Without it there are no views. */
  staffGrants?: StaffGrants;
  /** What a person on the staff may do at the moment. */
  staffPowers?: StaffPowers;
  /** Gives a new site to the person on the staff who made it. */
  siteMade?: (tx: Transaction, made: SiteMade) => Promise<void>;
  /** Fields that sites have to declare, because the other domain reads and writes them. */
  neededFields?: NeededFields;
}

/** Builds membership on a platform's connections and services. */
export function createMembership(
  platform: Platform,
  { isMemberNeeded, ...ofOthers }: MembershipOptions = {},
): Membership {
  const sites = createSites(platform.db, platform.appUrl);
  const services: Services = { ...platform, sites, ...ofOthers };
  const { mailStyle, staffGrants } = ofOthers;
  const scope = createSiteScope(platform, sites, staffGrants);
  const keepers: MemberKeeper[] = [hasPlan, hasWritten, ...(isMemberNeeded ? [isMemberNeeded] : [])];
  return {
    routes(app) {
      answerOrigins(app, scope);
      const brought = Object.values(features);
      for (const { openRoutes = [] } of brought) for (const routes of openRoutes) routes(app, services, scope);
      mountForServers(app, services, (scoped) => {
        for (const { serverRoutes = [] } of brought) for (const routes of serverRoutes) routes(scoped, services, scope);
      });
      mountInScope(app, scope, {
        mailStyle,
        define(scoped) {
          for (const { routes: own = [] } of brought) for (const routes of own) routes(scoped, services, scope);
        },
      });
    },
    mount: (app, define, options) => mountInScope(app, scope, { ...options, mailStyle, define }),
    developmentRoutes: (app, options) => demonstrationRoutes(app, services, options),
    bringsSession: (cookies) => readSessionCookie(platform.appUrl, cookies) !== undefined,
    deletion: createMemberDeletion(services),
    importMembers: createMemberImport(services),
    exampleMails: async ({ siteId, path, to }) =>
      exampleSignInMails(withMailLook(await sites.get(siteId), path, mailStyle), to, services.appUrl),
    countViewsBelow,
    listSites: () => listSites(platform.db),
    getSite: (siteId) => sites.get(siteId),
    listSitesInScope: (staffScope) => listSitesInScope(services, staffScope),
    requireGoodPassword,
    describeDevice,
    consoleRoutes(scoped) {
      for (const { consoleRoutes = [] } of Object.values(features))
        for (const routes of consoleRoutes) routes(scoped, services);
    },
    jobs: () =>
      Object.values(features).flatMap(({ jobs, ended = [], personalData = [] }) => [
        ...(jobs?.(services, keepers) ?? []),
        ...deletingJobs(services, [...ended, ...endedRowsOf(personalData)]),
      ]),
    onCardNews: (news) => handleCardNews(services, news),
    findByWords: byWords,
    findMember: (db, memberId) => findMember(services, db, memberId),
    lockMember: (tx, memberId) => lockMember(services, tx, memberId),
    lockIfThere: (tx, memberId) => lockIfThere(services, tx, memberId),
    setServerFields: (tx, memberId, fields) => setServerFields(services, tx, memberId, fields),
    lockMemberByEmail: (tx, of) => lockMemberByEmail(services, tx, of),
    parseEmail,
    bookMail: (tx, wish) => bookMail(tx, { ...wish, cause: 'strangers' }),
    isUnclaimed,
    makeUnclaimed: (tx, account) => makeUnclaimed(services, tx, account),
    hashNewPassword: (choice) => hashNewPassword(services, choice),
    claimAsMaker: (tx, claim) => claimAsMaker(services, tx, claim),
    claimAsOwner: (tx, claim) => claimAsOwner(services, tx, claim),
    async grantPlan(tx, memberId, grant) {
      const { siteId } = await lockMember(services, tx, memberId);
      await grantPlanOf(services, tx, { site: await sites.get(siteId), memberId, ...grant });
    },
    async revokePlan(tx, memberId, planId) {
      const { siteId } = await lockMember(services, tx, memberId);
      await revokePlanOf(tx, { site: await sites.get(siteId), memberId, planId });
    },
    noteCustomer: (tx, memberId, customerId) => noteCustomer(tx, memberId, { customerId, live: services.cards.live }),
    listPlanPayments,
    toWire: (db, memberId) => toWire(services, db, memberId),
    findRelyingParty: (clientId) => findRelyingParty(services, clientId),
    seed: (options) => seed(services, options),
    addDemonstrationMember: (member) => addDemonstrationMember(services, member),
    demonstrationData: () => readDemonstrationData(services),
  };
}

export { reconcilePlansJob };
export type {
  AccountAddress,
  DemonstrationData,
  MailLook,
  MemberRecord,
  MountOptions,
  NeededField,
  NeededFields,
  PlanGrant,
  SeedOptions,
  StaffGrants,
};
