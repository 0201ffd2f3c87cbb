import type { Member, PlanConnection } from '../../contract/members.ts';
import type { Team } from '../../contract/teams.ts';
import type { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import type { Pool } from '../platform/database/database.ts';
import { hashToken, newId, randomToken } from '../platform/keys.ts';
import { newEmail, type CallOptions, type Reply } from './membership.ts';
import { randomAddress, type TestProduct } from './product.ts';
import { planIn, teamSite, type Crew } from './team-site.ts';

type Answer = Pick<Reply, 'status' | 'data' | 'error'>;

/** What became of somebody who wanted to join. */
export const codeOf = ({ status, error }: Pick<Reply, 'status' | 'error'>): string =>
  status === 200 ? 'joined' : error.code;

/** A member of a site with teams. */
export interface Rower {
  memberId: string;
  email: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, from?: string): Promise<Answer>;
  /** Deletes the account. */
  delete(): Promise<Answer>;
  /** Tries an invitation. */
  use(inviteToken: string, from?: string): Promise<Answer>;
  /** Tries the invitation of a team as it is now. */
  join(owner: Owner): Promise<Answer>;
  /** The member as they see themself. */
  self(): Promise<Member>;
  /** The plans that are active. */
  plans(): Promise<string[]>;
}

export interface Owner extends Rower {
  teamId: string;
  connectionId: string;
  team(): Promise<Team>;
  invite(): Promise<string>;
  /** Makes a new invitation. */
  renewInvite(): Promise<Answer>;
  remove(rower: Rower): Promise<Answer>;
  /** What the card provider makes of the plan. */
  setStatus(status: PlanConnection['status']): Promise<void>;
}

export interface Crews {
  /** A member who is signed in, the address proved. */
  buildRower(site?: SiteDeclaration): Promise<Rower>;
  buildOwner(crew: Crew, site?: SiteDeclaration): Promise<Owner>;
  /** Takes a plan with a team. */
  takeTeam(rower: Rower, crew: Crew, site?: SiteDeclaration): Promise<Owner>;
}

type Call = (method: string, path: string, options: CallOptions) => Promise<Answer>;

interface Ground {
  call: Call;
  pool: Pool;
}

/** What a test about teams does again and again. */
export function createCrews({ call, pool }: Ground): Crews {
  async function buildRower(site = teamSite): Promise<Rower> {
    const { memberId, email, token } = await buildSignedIn(pool, site.id);
    const as = (from?: string) => ({ token, headers: { 'x-api-key': site.publicKey }, ...(from && { from }) });
    const rower: Rower = {
      memberId,
      email,
      get: (path) => call('GET', path, as()),
      post: (path, body, from) => call('POST', path, { ...as(from), body }),
      delete: () => call('DELETE', '/member', as()),
      use: (inviteToken, from) => rower.post('/member/team/join', { inviteToken }, from),
      join: async (owner) => rower.use(await owner.invite()),
      self: async () => (await rower.get('/member')).data,
      plans: async () =>
        (await rower.self()).planConnections.filter(({ active }) => active).map(({ planId }) => planId),
    };
    return rower;
  }

  async function takeTeam(rower: Rower, crew: Crew, site = teamSite): Promise<Owner> {
    const { status, error } = await rower.post('/member/plans/add', { planId: planIn(site, crew) });
    if (status !== 200) throw new Error(`taking the plan answered ${error.message}`);
    const { teams, planConnections } = await rower.self();
    const [teamId, connectionId] = [teams.ownedTeams[0]!.teamId, planConnections[0]!.id];
    const team = async (): Promise<Team> => (await rower.get(`/member/team/${teamId}`)).data;
    return {
      ...rower,
      teamId,
      connectionId,
      team,
      invite: async () => (await team()).inviteToken!,
      renewInvite: () => rower.post('/member/team/generate-invite-link', { teamId }),
      remove: ({ memberId }) => rower.post('/member/team/remove-member', { teamId, memberId }),
      setStatus: async (become) =>
        void (await pool.query('update plan_connection set status = $2 where id = $1', [connectionId, become])),
    };
  }

  return {
    buildRower,
    takeTeam,
    buildOwner: async (crew, site) => takeTeam(await buildRower(site), crew, site),
  };
}

/** The calls of a product that runs in other processes. */
export const callsOf =
  (product: Pick<TestProduct, 'call'>): Call =>
  async (method, path, { token, body, headers, from = randomAddress() }) => {
    const sent = { 'x-forwarded-for': from, ...(headers as Record<string, string>) };
    const answer = await product.call(method, path, { body, headers: sent, ...(token !== undefined && { token }) });
    return { status: answer.status, data: answer.body?.data, error: answer.body?.error };
  };

/** A member with a session, made without the work of hashing a password. */
export async function buildSignedIn(
  pool: Pool,
  siteId: string,
): Promise<{ memberId: string; email: string; token: string }> {
  const [memberId, email, token] = [newId('mem_sb_'), newEmail(), randomToken()];
  await pool.query('insert into member (id, site_id, email, verified) values ($1, $2, $3, true)', [
    memberId,
    siteId,
    email,
  ]);
  await pool.query(
    `insert into session (token_hash, member_id, site_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [hashToken(token), memberId, siteId],
  );
  return { memberId, email, token };
}
