import type { RequestError } from '../../client/membership.ts';
import type { ActionWord, Attribute } from '../../shared/attributes.ts';
import { chosenBy, idsIn, replacesBy } from '../page/cart.ts';
import { create, read, readPlain } from '../page/dom.ts';
import { sentenceOf } from '../page/messages.ts';
import type { ModalResult } from '../modal/contract.ts';
import type { Page } from '../page/page.ts';
import { bySettings, onSite } from '../page/redirect.ts';
import { goToPay, hasChosenPrice, leadToPay, payChosen, priceLeft } from './checkout.ts';
import { afterSignIn, freePlansBeside, staysOrIsGone } from './journey.ts';
import { leadOn } from './lead-on.ts';
import { signInWith } from './providers.ts';
import { isSecondPress } from './second-press.ts';

/** What buttons of a page do for a member. Fetched when a page has any. */

/** @returns the sentence to tell, if there is one */
type Act = (element: HTMLElement, page: Page) => Promise<string | undefined | void>;

const actions: Record<ActionWord, Act> = {
  async logout(element, { membership, redirect }) {
    const { data, _internalUseOnly } = await membership.logout();
    return leadOn(redirect ?? linkOf(element) ?? bySettings(data.redirect), _internalUseOnly?.message);
  },
  async 'login-redirect'(_, { membership }) {
    const { data } = await membership.getCurrentMember();
    if (!data) refuse('login-required', 'Please log in first.');
    return leadOn(bySettings(data.loginRedirect), 'You are logged in.');
  },
  async 'customer-portal'(_, { membership }) {
    await membership.launchStripeCustomerPortal();
  },
  async 'resend-verification-email'(_, { membership }) {
    const { mailAfterSeconds } = await membership.sendMemberVerificationEmail();
    return mailAfterSeconds
      ? `The email with the link leaves in ${mailAfterSeconds} seconds.`
      : 'We sent you an email with a link. It should arrive within 30 seconds.';
  },
  async 'profile-image'(_, { membership }) {
    const profileImage = await choosePicture();
    if (!profileImage) return undefined;
    const answer = await membership.updateMemberProfileImage({ profileImage });
    return answer._internalUseOnly?.message;
  },
  'delete-account': deleteAccount,
  'delete-member': deleteAccount,
  'return-to-checkout': returnToCheckout,
};

async function deleteAccount(element: HTMLElement, { membership }: Page): Promise<string> {
  if (!isSecondPress(element))
    return 'Press once more to delete your account and everything in it. What you have paid is not refunded by this.';
  await membership.deleteMember();
  return 'Your account has been deleted.';
}

async function returnToCheckout(_: HTMLElement, page: Page): Promise<void> {
  const { membership, redirect } = page;
  const left = priceLeft();
  if (hasChosenPrice(page)) return leadToPay(page, () => payChosen(page, redirect));
  if (!left) refuse('price-not-found', 'There is no payment to go back to.');
  await leadToPay(page, () => goToPay(membership, left));
}

/** Where a link leads; `#` is what builders write for nowhere. */
function linkOf(element: HTMLElement): string | undefined {
  const href = readPlain(element, 'href');
  return href?.startsWith('#') ? undefined : onSite(href);
}

/** The sentence people read about it names another number; both are the specification's. */
const pictureMaxBytes = 4_000_000;

/** Asks for a file. @throws Error with a code when it is no picture, or too large a one */
async function choosePicture(): Promise<File | undefined> {
  const input = Object.assign(create('input') as HTMLInputElement, { type: 'file', accept: 'image/*' });
  const picture = await new Promise<File | undefined>((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
  if (picture && !picture.type.startsWith('image/')) refuse('invalid-file-type', 'File is not an image.');
  if (picture && picture.size > pictureMaxBytes) refuse('file-size-too-large', 'Image must be less than 2MB.');
  return picture;
}

function refuse(code: string, message: string): never {
  throw Object.assign(new Error(message), { code });
}

/** @returns the sentence to tell who stays on this page */
async function takePlan(element: HTMLElement, { membership, redirect }: Page): Promise<string | undefined> {
  const { data: member } = await membership.getCurrentMember();
  const mine = member?.planConnections.filter(({ active }) => active) ?? [];
  const chosen = chosenBy(element, 'plan');
  // Where no plan is named, none is given up for it.
  const isChange = chosen.length > 0 && replacesBy(element, 'plan');
  const leaving = isChange ? freePlansBeside(chosen, mine) : idsIn('plan', read(element, 'plan:remove'));
  const joining = chosen.filter((id) => mine.every(({ planId }) => planId !== id));
  let next: string | undefined;
  for (const planId of joining) next = (await membership.addPlan({ planId })).data.redirect || next;
  let isNew = joining.length > 0;
  for (const planId of leaving)
    try {
      await membership.removePlan({ planId });
      isNew = true;
    } catch (error) {
      if (!isChange || !staysOrIsGone.test((error as Partial<RequestError>).code ?? '')) throw error;
    }
  if (chosen.length === 0) return isNew ? 'Your plan has been removed.' : undefined;
  return leadOn(redirect ?? bySettings(next), isNew ? 'Your plan has been added.' : 'You have this plan already.');
}

async function takePrice(element: HTMLElement, page: Page): Promise<void> {
  const { membership, cart, redirect } = page;
  if (read(element, 'price:remove') === 'all') cart.empty('price');
  const [priceId] = chosenBy(element, 'price');
  const [couponId] = idsIn('coupon', read(element, 'coupon'));
  if (!priceId) return;
  const purchase = {
    priceId,
    ...(couponId ? { couponId } : {}),
    ...(replacesBy(element, 'price') ? { replacesSubscriptions: true } : {}),
    ...(redirect ? { successUrl: redirect } : {}),
  };
  await leadToPay(page, () => goToPay(membership, purchase));
}

/** Goes on as the member wants it once a dialog that an element opened has signed them in or out. */
export async function afterDialog({ type, data, message }: ModalResult, page: Page): Promise<void> {
  try {
    const { redirect } = data as { redirect: string | null };
    const told = type === 'LOGOUT' ? leadOn(bySettings(redirect), message) : await afterSignIn(page, redirect);
    if (told) page.tell(told, 'success');
  } catch (error) {
    page.tell(sentenceOf(error), 'error');
  }
}

const hasAny = (element: Element, names: Attribute[]) => names.some((name) => read(element, name) !== null);

/**
 * Does what an element says.
 *
 * @param isVisitor pressed without a session: what was chosen waits for the sign-in
 * @returns the sentence to tell, if there is one
 */
export async function press(element: HTMLElement, page: Page, isVisitor: boolean): Promise<string | undefined> {
  if (read(element, 'auth-provider') !== null) return signInWith(element, page);
  if (!isVisitor) {
    const isPlan = hasAny(element, ['plan:add', 'plan:update', 'plan:remove']);
    const isPrice = hasAny(element, ['price:add', 'price:update', 'price:remove']);
    const told = isPlan ? await takePlan(element, page) : undefined;
    if (isPrice) await takePrice(element, page);
    // The dialog beside a choice is for visitors.
    if (isPlan || isPrice) return told;
  }
  const action = read(element, 'action');
  if (action !== null && Object.hasOwn(actions, action))
    return (await actions[action as ActionWord](element, page)) ?? undefined;
  await (await page.load('shell')).press(element, page);
  return undefined;
}
