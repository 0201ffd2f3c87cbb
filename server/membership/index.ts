import type { Member } from '../../contract/members.ts';
import type { CardNewsHandler } from '../platform/cards/card-events/intake.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Cookies } from '../platform/http/cookies.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Job } from '../platform/jobs.ts';
import type { Mail } from '../platform/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { adminAppRoutes } from './administration/admin-app.routes.ts';
import { createMemberDeletion, type MemberDeletion } from './administration/member-deletion.ts';
import { administrationJobs } from './administration/administration.jobs.ts';
import { adminDeliveryRoutes } from './administration/admin-deliveries.routes.ts';
import { adminMemberRoutes, adminPlanRoutes, adminSessionRoutes } from './administration/admin-members.routes.ts';
import { commentJobs } from './comments/comments.jobs.ts';
import { hasWritten } from './comments/comments.ts';
import { commentRoutes } from './comments/comments.routes.ts';
import { unsubscribeRoutes } from './comments/unsubscribe.routes.ts';
import { contentFileRoutes, contentRoutes } from './content/content.routes.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { pageCountRoutes } from './analytics/page-counts.routes.ts';
import { analyticsJobs } from './analytics/analytics.jobs.ts';
import { captchaJobs } from './captcha/captcha.jobs.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { leavingJobs } from './leaving/leaving.jobs.ts';
import { leavingRoutes } from './leaving/leaving.routes.ts';
import { memberRoutes } from './members/members.routes.ts';
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
import { fileRoutes, profileImageRoutes } from './members/picture/profile-image.routes.ts';
import { hasPlan } from './entitlements/entitlements.ts';
import { type PlanGrant, grantPlanOf, revokePlanOf } from './plans/grants/grants.ts';
import { noteCustomer } from './plans/billing/billing-customer.ts';
import { billingRoutes } from './plans/billing/billing.routes.ts';
import { handleCardNews } from './plans/billing/card-news.ts';
import { memberJobs } from './members/members.jobs.ts';
import { planJobs, reconcilePlansJob } from './plans/plans.jobs.ts';
import { planRoutes } from './plans/plans.routes.ts';
import { type DemonstrationRoutesOptions, demonstrationRoutes } from './seed/demonstration.routes.ts';
import { type DemonstrationData, readDemonstrationData } from './seed/demonstration.ts';
import { type SeedOptions, seed } from './seed/seed.ts';
import type { MailLook, MailStyle } from './sites/mail-look.ts';
import type { DeletionDuties, Services } from './services.ts';
import type { MemberKeeper } from './leaving/abandoned-accounts.ts';
import { accountPageRoutes } from './sign-in/account-pages.routes.ts';
import { credentialRoutes } from './sign-in/credentials/credentials.routes.ts';
import { readSessionCookie } from './sessions/session-cookie.ts';
import { ownSessionRoutes } from './sign-in/own-sessions/own-sessions.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { bookMail, type MailTurn, type MailWish, type NoTurn } from './sign-in/mails/mail-budgets.ts';
import { exampleSignInMails } from './sign-in/mails/mail-examples.ts';
import { signInJobs } from './sign-in/sign-in.jobs.ts';
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
import { siteEventJobs } from './site-events/site-events.jobs.ts';
import { siteRoutes } from './sites/sites.routes.ts';
import { createSites } from './sites/sites.ts';
import { popupRoutes } from './social/popup/popup.routes.ts';
import { findRelyingParty, type RelyingParty } from './social/relying-parties.ts';
import { providerRoutes } from './social/providers.routes.ts';
import { socialJobs } from './social/social.jobs.ts';
import { teamRoutes } from './teams/teams.routes.ts';

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
  /** Whether the cookies of our own pages carry a session token. It is not looked up, and may have expired. */
  bringsSession(cookies: Cookies): boolean;
  /** Deletes members as staff do, with all that other domains have to do with it. */
  deletion: MemberDeletion;
  /** Every mail about signing in with made-up content, as a page at this path would have them look. */
  exampleMails(asked: { siteId: string; path: string; to: string }): Promise<Mail[]>;
  /** Work for later, to be handed to the job runner, by the membership that is built on its connections. */
  jobs(): Job[];
  /** Acts on what the card provider tells about plans. */
  onCardNews: CardNewsHandler;

  findMember(db: Database, memberId: string): Promise<MemberRecord | undefined>;
  /** The member, kept from changing until the transaction ends. @throws Refusal member-not-found */
  lockMember(tx: Transaction, memberId: string): Promise<MemberRecord>;
  /** The same for work that goes on without the member, money above all; undefined for one who has been deleted. */
  lockIfThere(tx: Transaction, memberId: string): Promise<MemberRecord | undefined>;
  /** Merges values into the custom fields, server-written ones too. Keys must be declared by the member's site. */
  setServerFields(tx: Transaction, memberId: string, fields: Record<string, string>): Promise<void>;
  /** The member an address belongs to, kept from changing. @param of the address in its canonical form */
  lockMemberByEmail(tx: Transaction, of: AccountAddress): Promise<MemberRecord | undefined>;

  /** An address in the one form it is stored in. @throws Refusal invalid-email */
  parseEmail(text: string): string;
  /** Counts a mail to an address that is not proved, by the transaction that queues it, after every other lock. */
  bookMail(tx: Transaction, wish: Omit<MailWish, 'cause'>): Promise<MailTurn | NoTurn>;
  /** Accounts without a way in, see `unclaimed-accounts.ts`. */
  isUnclaimed(member: MemberRecord): boolean;
  makeUnclaimed(
    tx: Transaction,
    account: AccountAddress & { fields: Record<string, string> },
  ): Promise<string | undefined>;
  hashNewPassword(choice: PasswordChoice): Promise<string>;
  claimAsMaker(tx: Transaction, claim: Claim): Promise<boolean>;
  claimAsOwner(tx: Transaction, claim: Claim): Promise<boolean>;

  /** Gives a plan, or renews what is known of its payment. Safe to repeat. @throws Refusal plan-not-found */
  grantPlan(tx: Transaction, memberId: string, grant: PlanGrant): Promise<void>;
  /** Takes a plan away. Safe to repeat. */
  revokePlan(tx: Transaction, memberId: string, planId: string): Promise<void>;
  /** Keeps the card provider's id of a member who has paid; the first one counts. */
  noteCustomer(tx: Transaction, memberId: string, customerId: string): Promise<void>;
  /** The member as the wire knows it. @throws Refusal member-not-found */
  toWire(db: Database, memberId: string): Promise<Member>;

  /** The site in test mode that is registered with the provider of this machine under a client id. */
  findRelyingParty(clientId: string): Promise<RelyingParty | undefined>;

  /** Brings the configured sites into the database, and demonstration members where asked. Safe to repeat. */
  seed(options: SeedOptions): Promise<void>;
  /** What scripts and the development pages may know of the demonstration. */
  demonstrationData(): Promise<DemonstrationData>;
}

/** What another domain knows about members and pages, which membership asks and does not know itself. */
export interface MembershipOptions {
  /** How mails look, by the page the request came from. */
  mailStyle?: MailStyle;
  /** Keeps an abandoned account. Asked in the transaction that would remove the member, who is locked. */
  isMemberNeeded?: MemberKeeper;
  /** The other domain's part when a member is deleted. */
  deletionDuties?: DeletionDuties;
}

export function createMembership(
  platform: Platform,
  { mailStyle, isMemberNeeded, deletionDuties }: MembershipOptions = {},
): Membership {
  const sites = createSites(platform.db, platform.appUrl);
  const services: Services = { ...platform, sites, mailStyle, deletionDuties };
  const scope = createSiteScope(platform, sites);
  const keepers: MemberKeeper[] = [hasPlan, hasWritten, ...(isMemberNeeded ? [isMemberNeeded] : [])];
  return {
    routes(app) {
      answerOrigins(app, scope);
      accountPageRoutes(app, services);
      unsubscribeRoutes(app, services);
      fileRoutes(app, services);
      contentFileRoutes(app, services);
      popupRoutes(app, services);
      mountForServers(app, services, (scoped) => {
        adminMemberRoutes(scoped, services);
        adminSessionRoutes(scoped, services);
        adminPlanRoutes(scoped, services);
        adminAppRoutes(scoped, services);
        adminDeliveryRoutes(scoped, services);
        pageCountRoutes(scoped, services);
      });
      mountInScope(app, scope, {
        mailStyle,
        define(scoped) {
          siteRoutes(scoped, services, scope);
          memberRoutes(scoped, services, scope);
          leavingRoutes(scoped, services, scope);
          profileImageRoutes(scoped, services);
          contentRoutes(scoped, services);
          captchaRoutes(scoped, services);
          analyticsRoutes(scoped, services, scope);
          signInRoutes(scoped, services, scope);
          credentialRoutes(scoped, services);
          ownSessionRoutes(scoped, services, scope);
          providerRoutes(scoped, services);
          planRoutes(scoped, services);
          billingRoutes(scoped, services);
          commentRoutes(scoped, services, scope);
          teamRoutes(scoped, services);
        },
      });
    },
    mount: (app, define, options) => mountInScope(app, scope, { ...options, mailStyle, define }),
    developmentRoutes: (app, options) => demonstrationRoutes(app, services, options),
    bringsSession: (cookies) => readSessionCookie(platform.appUrl, cookies) !== undefined,
    deletion: createMemberDeletion(services),
    exampleMails: async ({ siteId, path, to }) =>
      exampleSignInMails(withMailLook(await sites.get(siteId), path, mailStyle), to, services.appUrl),
    jobs: () => [
      ...signInJobs(services),
      ...leavingJobs(services, keepers),
      ...planJobs(services),
      ...socialJobs(services),
      ...commentJobs(services),
      ...siteEventJobs(services),
      ...captchaJobs(services),
      ...analyticsJobs(services),
      ...memberJobs(services),
      ...administrationJobs(services),
    ],
    onCardNews: (news) => handleCardNews(services, news),
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
    toWire: (db, memberId) => toWire(services, db, memberId),
    findRelyingParty: (clientId) => findRelyingParty(services, clientId),
    seed: (options) => seed(services, options),
    demonstrationData: () => readDemonstrationData(services),
  };
}

export { reconcilePlansJob };
export type { AccountAddress, DemonstrationData, MailLook, MemberRecord, MountOptions, PlanGrant, SeedOptions };
