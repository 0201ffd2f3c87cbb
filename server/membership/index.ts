import type { Member } from '../../contract/members.ts';
import type { Database } from '../platform/database/database.ts';
import type { Http } from '../platform/http/typed.ts';
import type { JobKind } from '../platform/jobs.ts';
import type { DemonstrationData, SeedOptions } from './seed.ts';
import type { MountOptions, RequireMember, SignedIn } from './site-scope.routes.ts';
import type { PlanGrant } from './plans/plans.ts';
import type { MemberRecord } from './members/members.ts';

/** The one door of membership for the rest of the server. Functions that take `tx` join the caller's transaction. */
export interface Membership {
  /** Adds the rules about origins to the whole server, and every address of membership. */
  routes(app: Http): void;
  /**
   * Adds another domain's routes behind the same checks: public key, allowed origin, session. Inside, `request.site`
   * is the site of the key.
   */
  mount(app: Http, define: (scoped: Http) => void, options?: MountOptions): void;
  /** The member of a request inside such a scope. @throws Refusal login-required */
  requireMember: RequireMember;
  /** Work for later, to be handed to the job runner. */
  jobs: JobKind[];

  findMember(tx: Database, memberId: string): Promise<MemberRecord | undefined>;
  /** The member, kept from changing until the transaction ends. @throws Refusal member-not-found */
  lockMember(tx: Database, memberId: string): Promise<MemberRecord>;
  /** Merges values into the custom fields, server-written ones too. Keys must be declared by the member's site. */
  setServerFields(tx: Database, memberId: string, fields: Record<string, string>): Promise<void>;
  /** Gives a plan, or renews what is known of its payment. Safe to repeat. @throws Refusal plan-not-found */
  grantPlan(tx: Database, memberId: string, grant: PlanGrant): Promise<void>;
  /** Takes a plan away. Safe to repeat. */
  revokePlan(tx: Database, memberId: string, planId: string): Promise<void>;
  /** The member as the wire knows it. @throws Refusal member-not-found */
  toWire(tx: Database, memberId: string): Promise<Member>;

  /** Brings the configured sites into the database, and demonstration members where asked. Safe to repeat. */
  seed(options: SeedOptions): Promise<void>;
  /** What scripts and the development pages may know of the demonstration. */
  demonstrationData(): DemonstrationData;
}

export type { DemonstrationData, MemberRecord, MountOptions, PlanGrant, SeedOptions, SignedIn };
