import { createFirstCalls, type LaterCalls, type Membership, type MembershipOptions } from '../../client/membership.ts';
import type { Load } from './page.ts';

/** Calls that come with the part "calls", by their names; a test compares them with the client's. */
export const laterNames =
  'loginMemberEmailPassword signupMemberEmailPassword sendMemberResetPasswordEmail resetMemberPassword sendMemberLoginPasswordlessEmail sendMemberSignupPasswordlessEmail loginMemberPasswordless signupMemberPasswordless beginPasskeyLogin beginPasskeyProof loginMemberPasskey loginMemberSecondStep setUpFactor sendMemberVerificationEmail updateMemberProfileImage deleteMemberProfileImage deleteMember getMemberJSON updateMemberJSON addPlan removePlan joinTeam getTeam removeMemberFromTeam generateInviteToken getSecureContent updateMemberAuth setPassword sendProofCode proveMember getPosts createPost updatePost postVote deletePost getThreads createThread updateThread threadVote deleteThread postIsTyping getChannelInfo subscribeToChannel purchasePlansWithCheckout launchStripeCustomerPortal'.split(
    ' ',
  );

/**
 * The membership of a page. Most pages never make most of its calls: these are fetched with the first of them, or once
 * the member is known, whom the page then follows.
 */
export function createPageMembership(options: MembershipOptions, load: Load): Membership {
  const { shared, ...first } = createFirstCalls(options, async (kind, answering, token) => {
    // The check may come after the answer: browsers report a failure that is awaited too late.
    answering.catch(() => undefined);
    return (await load('calls')).checkSignIn(kind, answering, token);
  });
  type Call = (...given: unknown[]) => Promise<unknown>;
  const call =
    (name: string): Call =>
    async (...given) =>
      ((await load('calls')).laterCalls(shared) as unknown as Record<string, Call>)[name]!(...given);
  const calls = Object.fromEntries(laterNames.map((name) => [name, call(name)]));
  first.onAuthChange((member) => {
    // A failure is ignored: the next change, or the next call, loads the part again.
    if (member)
      load('calls')
        .then(({ stayFresh }) => stayFresh(shared))
        .catch(() => undefined);
  });
  return { ...first, ...(calls as unknown as LaterCalls) };
}
