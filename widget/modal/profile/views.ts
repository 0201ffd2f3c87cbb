import type { Member } from '../../../contract/members.ts';
import type { App } from '../../../contract/site.ts';
import { visibleFields } from '../../shell/shell.ts';

/** Views of the profile. Names are the protocol's; `profile-nav` is the menu, which has a view of its own on phones. */
const views = ['profile-nav', 'profile', 'security', 'changePassword', 'plans', 'team'] as const;
export type View = (typeof views)[number];

/** Who looks at what. */
export interface Subject {
  app: App;
  member: Member;
}

/** The name of a plan; its id where the site has it no more. */
export const nameOfPlan = ({ plans }: App, planId: string): string =>
  plans.find(({ id }) => id === planId)?.name ?? planId;

/** Free plans that the member can remove: one that comes with a team seat ends with the seat alone. */
export const freePlans = ({ app, member: { planConnections, teams } }: Subject) =>
  planConnections.filter(
    ({ active, type, planId }) =>
      active && type === 'FREE' && teams.joinedTeams.every(({ planName }) => planName !== nameOfPlan(app, planId)),
  );

/** Paid plans, those too that lack a payment. One that came with a team is listed with the team. */
export const paidPlans = ({ app, member: { planConnections, teams } }: Subject) =>
  planConnections.filter(
    ({ status, type, planId, payment }) =>
      status !== 'CANCELED' &&
      type !== 'FREE' &&
      (payment !== null || teams.joinedTeams.every(({ planName }) => planName !== nameOfPlan(app, planId))),
  );

const hasProfile = ({ app }: Subject): boolean => visibleFields(app).length > 0;
const hasTeam = ({ member }: Subject): boolean => member.teams.ownedTeams.length > 0;
const hasPlans = (subject: Subject): boolean =>
  subject.member.stripeCustomerId !== null ||
  freePlans(subject).length > 0 ||
  subject.member.teams.joinedTeams.length > 0;

/** What is shown beside the menu as long as nothing was chosen. */
export const landingView = (subject: Subject): View => (hasProfile(subject) ? 'profile' : 'security');

/**
 * The view a profile opens with.
 *
 * @param wished by the page, in any case; what there is not for this member is passed over
 */
export function openingView(subject: Subject, wished: string | undefined, isNarrow: boolean): View {
  const view = views.find((each) => each.toLowerCase() === wished?.toLowerCase());
  if (view && isThere(view, subject)) return view;
  return isNarrow && hasProfile(subject) ? 'profile-nav' : landingView(subject);
}

function isThere(view: View, subject: Subject): boolean {
  if (view === 'profile') return hasProfile(subject);
  if (view === 'team') return hasTeam(subject);
  return view !== 'profile-nav';
}

/** What can be reached from the menu. Phones have fewer entries, as the protocol wants it. */
export function menuEntries(subject: Subject, isNarrow: boolean): View[] {
  const all: [View, boolean][] = [
    ['profile', hasProfile(subject)],
    ['security', true],
    ['changePassword', isNarrow],
    ['plans', !isNarrow && hasPlans(subject)],
    ['team', !isNarrow && hasTeam(subject)],
  ];
  return all.filter(([, isShown]) => isShown).map(([view]) => view);
}

/** Connected providers first, then as the site orders them. */
export function orderedProviders({
  app,
  member,
}: Subject): (App['authProviders'][number] & { isConnected: boolean })[] {
  const connected = new Set(member.auth.providers.map(({ provider }) => provider));
  return app.authProviders
    .map((each) => ({ ...each, isConnected: connected.has(each.provider) }))
    .toSorted(
      (a, b) => Number(b.isConnected) - Number(a.isConnected) || (a.order ?? Infinity) - (b.order ?? Infinity) || 0,
    );
}
