import type { Membership } from '../../client/membership.ts';
import { having, nearest, read } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { customFieldsIn, readFields } from './fields.ts';
import { afterSignIn, offerNewPassword, orInDialog } from './journey.ts';

/** Signing in with an account at a provider, and connecting it. */

/** Where a member finds the providers to connect. */
export const providerList = having('auth', 'manage-providers');

/** @returns the sentence to tell, if there is one */
export async function signInWith(element: HTMLElement, page: Page): Promise<string | undefined> {
  const { membership, cart } = page;
  const provider = read(element, 'auth-provider')!.toLowerCase();
  if (membership.getMemberCookie() !== null) {
    const isConnected = nearest(element, providerList) && connected(membership).includes(provider);
    const { data } = await membership[isConnected ? 'disconnectProvider' : 'connectProvider']({ provider });
    return data.message;
  }
  const form = nearest(element, having('form')) ?? undefined;
  if (form) cart.take(form);
  const [inviteToken] = cart.read('invite');
  const isSignup = form !== undefined && read(form, 'form')!.endsWith('signup');
  const entering = isSignup
    ? membership.signupWithProvider({
        provider,
        customFields: customFieldsIn(readFields(form)),
        plans: cart.read('plan').map((planId) => ({ planId })),
        ...(inviteToken ? { inviteToken } : {}),
      })
    : membership.loginWithProvider({ provider, allowSignup: mayJoin(element) || (!!form && mayJoin(form)) });
  const { data } = await orInDialog(page, isSignup ? 'signup' : 'login', entering);
  await offerNewPassword(page, data);
  return afterSignIn(page, data.redirect, form, 'You are logged in.');
}

/** A page may let newcomers in by its log-in, too. */
const mayJoin = (element: Element): boolean => ![null, 'false'].includes(read(element, 'social-auth-allow-signup'));

const connected = (membership: Membership) =>
  membership.knownMember()?.auth.providers.map(({ provider }) => provider) ?? [];
