import type { PlanConnection } from '../../contract/members.ts';
import type { SecondStepNeeded } from '../../contract/second-factor.ts';
import type { Auth, FactorSetup } from '../../contract/sign-in.ts';
import { tellHowItEnds } from '../page/buttons.ts';
import { isReplacing } from '../page/cart.ts';
import { body } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { bySettings } from '../page/redirect.ts';
import type { Who } from '../page/who.ts';
import { hasChosenPrice, leadToPay, payChosen } from './checkout.ts';
import { formRedirect } from './form-redirect.ts';
import { leadOn } from './lead-on.ts';
import { signInByDialog } from './sign-in-by-dialog.ts';
import { takeWayBack } from './way-back.ts';

/** What follows a sign-in: what the member chose before it goes on by itself. */

const codeOf = (error: unknown) => (error as { code?: string }).code;

/**
 * Takes the plans, joins the team and goes on to pay what was chosen; else goes to the page they belong on.
 *
 * @param redirect where the service says this member belongs; where nothing says it, back to the page that sent them away
 * @param form the page's own, its redirect overrides every other
 * @param welcome to tell who stays on this page
 * @returns that sentence, or what is to be known of what they chose, where they do and nothing was refused
 */
export async function afterSignIn(
  page: Page,
  redirect: string | null,
  form?: Element,
  welcome?: string,
): Promise<string | undefined> {
  const own = (form && formRedirect(form, page)) ?? page.redirect;
  const { refused, waits } = await bringAlong(page);
  const back = await takeWayBack(page);
  const goOn = (news = waits ?? welcome) => {
    if (refused) page.tell(refused, 'error', form);
    return refused ? undefined : leadOn(own ?? bySettings(redirect) ?? back, news);
  };
  if (!hasChosenPrice(page)) return goOn();
  const isChange = isReplacing('price');
  try {
    await leadToPay(
      page,
      () => payChosen(page, own),
      () => page.tell(goOn() ?? '', 'success', form),
    );
  } catch (error) {
    // A change of price that is refused leaves the member without what they chose.
    if (isChange || codeOf(error) !== 'already-have-plan') throw error;
    return goOn((error as Error).message);
  }
  return undefined;
}

/**
 * Takes the plans and the invitation chosen before the sign-in. A sign-up has sent them already.
 *
 * @returns what the service refuses, `waits` until the address is confirmed; the sign-in goes on all the same
 */
async function bringAlong({ membership, cart }: Page): Promise<{ refused?: string; waits?: string }> {
  const told: { refused?: string; waits?: string } = {};
  const attempt = async (act: () => Promise<unknown>, passedOver = /^already-have-plan$/) => {
    try {
      await act();
    } catch (error) {
      const { code = '', lacksProof, message } = error as Error & { code?: string; lacksProof?: boolean };
      if (!passedOver.test(code)) told[lacksProof ? 'waits' : 'refused'] = message;
    }
  };
  const mine = membership.knownMember()?.planConnections.filter(({ active }) => active) ?? [];
  const chosen = cart.read('plan');
  const joining = chosen.filter((id) => mine.every(({ planId }) => planId !== id));
  // Only if a plan is new to the member: after a sign-up, which sends the plans itself, there is none to replace.
  const leaving = joining[0] && isReplacing('plan') ? freePlansBeside(chosen, mine) : [];
  const [inviteToken] = cart.read('invite');
  cart.empty('plan');
  cart.empty('invite');
  for (const planId of joining) await attempt(() => membership.addPlan({ planId }));
  for (const planId of told.refused || told.waits ? [] : leaving)
    await attempt(() => membership.removePlan({ planId }), staysOrIsGone);
  if (inviteToken)
    await attempt(async () => {
      await membership.joinTeam({ inviteToken });
      await membership.getCurrentMember();
      forgetInviteInAddress();
    });
  return told;
}

/** A plan that comes with a team seat stays with it; the new plan's own rules may have taken one away already. */
export const staysOrIsGone = /^(cannot-change-team-account|no-plan-found)$/;

/** The free plans that a member gives up by a change to those chosen. @param mine what they have */
export const freePlansBeside = (chosen: string[], mine: PlanConnection[]): string[] =>
  mine.filter(({ planId, type }) => type === 'FREE' && !chosen.includes(planId)).map(({ planId }) => planId);

/**
 * Tells a member that this log-in has dropped their password, and offers a new one. What the page does next waits for
 * it; our dialogs offer it by themselves.
 */
export async function offerNewPassword({ modals }: Page, { passwordDropped }: Auth): Promise<void> {
  // A dialog that cannot be fetched holds up no log-in: a mail tells the same.
  if (passwordDropped) await modals.openModal('new-password').catch(() => undefined);
}

/**
 * Ends a log-in or sign-up in our dialog, where it was refused for a second step or for the set-up of one.
 *
 * @returns the answer it would have had @throws the refusal where the dialog was closed, and any other
 */
export async function orInDialog<Answered extends { data: Auth }>(
  { modals }: Page,
  type: 'login' | 'signup',
  signingIn: Promise<Answered>,
): Promise<{ data: Auth }> {
  try {
    return await signingIn;
  } catch (error) {
    const { step, methods, setup } = error as { setup?: FactorSetup } & Partial<SecondStepNeeded>;
    if (!setup && (!step || !methods)) throw error;
    const flow = setup ? { type, email: '', setup } : { type, email: '', second: { step: step!, methods: methods! } };
    const { data } = await signInByDialog(modals, setup ? 'factor_setup' : 'second_step', { flow });
    if (!data) throw error;
    // The dialog has offered a new password already.
    const { passwordDropped: _offered, ...auth } = data as Auth;
    return { data: auth };
  }
}

let hasLooked = false;

/** Accepts the invitation kept for this tab. A visitor's waits until they have signed in. */
export function takeInvitation(page: Page, { whole }: Who): void {
  if (hasLooked || whole === undefined) return;
  hasLooked = true;
  if (whole && page.cart.read('invite').length > 0) void tellHowItEnds(body(), () => joinInvited(page));
}

/** Accepts the invitation kept for this tab, for a member who is signed in. @throws Error with what the service refuses */
export async function joinInvited(page: Page): Promise<string> {
  const { refused, waits } = await bringAlong(page);
  if (refused) throw Object.assign(new Error(refused), { code: 'invalid-invite' });
  return waits ?? 'You have joined the team.';
}

/** A link that was used up is not to be used again by a reload. */
function forgetInviteInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('inviteToken')) return;
  address.searchParams.delete('inviteToken');
  history.replaceState(history.state, '', address);
}
