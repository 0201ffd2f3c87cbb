import type { Membership } from '../../client/membership.ts';
import { idsIn } from '../page/cart.ts';
import { erase, read, write } from '../page/dom.ts';
import { bySettings, goTo } from '../page/redirect.ts';

/** What buttons of a page do for a member. Fetched when a page has any. */

/** @returns the sentence to tell, if there is one */
type Act = (element: HTMLElement, membership: Membership) => Promise<string | undefined | void>;

const actions: Record<string, Act> = {
  async logout(_, membership) {
    const { data, _internalUseOnly } = await membership.logout();
    return goTo(bySettings(data.redirect)) ? undefined : _internalUseOnly?.message;
  },
  async 'login-redirect'(_, membership) {
    const { data } = await membership.getCurrentMember();
    goTo(bySettings(data?.loginRedirect));
  },
  async 'customer-portal'(_, membership) {
    await membership.launchStripeCustomerPortal();
  },
  async 'resend-verification-email'(_, membership) {
    await membership.sendMemberVerificationEmail();
    return 'We sent you an email with a link. It should arrive within 30 seconds.';
  },
  async 'profile-image'(_, membership) {
    const profileImage = await choosePicture();
    if (!profileImage) return undefined;
    const answer = await membership.updateMemberProfileImage({ profileImage });
    return answer._internalUseOnly?.message;
  },
  async 'delete-account'(element, membership) {
    if (isSecondPress(element)) await membership.deleteMember();
  },
};

/** The sentence people read about it names another number; both are the specification's. */
const pictureMaxBytes = 4_000_000;

/** Asks for a file. @throws Error when it is no picture, or too large a one */
async function choosePicture(): Promise<File | undefined> {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: 'image/*' });
  const picture = await new Promise<File | undefined>((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
  if (picture && !picture.type.startsWith('image/')) throw new Error('File is not an image.');
  if (picture && picture.size > pictureMaxBytes) throw new Error('Image must be less than 2MB.');
  return picture;
}

/** What cannot be undone is asked for twice, within three seconds. */
const sureMs = 3_000;

function isSecondPress(element: HTMLElement): boolean {
  if (read(element, 'sure') !== null) return true;
  const own = [...element.childNodes];
  write(element, 'sure', '');
  element.replaceChildren('Are you sure?');
  setTimeout(() => {
    erase(element, 'sure');
    element.replaceChildren(...own);
  }, sureMs);
  return false;
}

async function takePlan(element: HTMLElement, membership: Membership): Promise<void> {
  const adding = idsIn('plan', read(element, 'plan:add') ?? read(element, 'plan:update'));
  if (read(element, 'plan:update') !== null) await giveUpOtherFreePlans(membership, adding);
  for (const planId of adding) await membership.addPlan({ planId });
  for (const planId of idsIn('plan', read(element, 'plan:remove'))) await membership.removePlan({ planId });
}

async function giveUpOtherFreePlans(membership: Membership, staying: string[]): Promise<void> {
  const { data: member } = await membership.getCurrentMember();
  const free = member?.planConnections.filter(({ active, type }) => active && type === 'FREE') ?? [];
  for (const { planId } of free) if (!staying.includes(planId)) await membership.removePlan({ planId });
}

async function takePrice(element: HTMLElement, membership: Membership): Promise<void> {
  const [priceId] = idsIn('price', read(element, 'price:add') ?? read(element, 'price:update'));
  const couponId = read(element, 'coupon');
  if (priceId) await membership.purchasePlansWithCheckout({ priceId, ...(couponId ? { couponId } : {}) });
}

/**
 * Does what an element says, for a member.
 *
 * @returns the sentence to tell, if there is one
 */
export async function press(element: HTMLElement, membership: Membership): Promise<string | undefined> {
  if (membership.getMemberCookie() !== null) {
    await takePlan(element, membership);
    await takePrice(element, membership);
  }
  const action = read(element, 'action');
  if (action === null || !Object.hasOwn(actions, action)) return undefined;
  return (await actions[action]!(element, membership)) ?? undefined;
}
