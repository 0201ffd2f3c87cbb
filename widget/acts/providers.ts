import type { Membership } from '../../client/membership.ts';
import type { App } from '../../contract/site.ts';
import type { Attribute } from '../../shared/attributes.ts';
import { all, create, erase, having, nearest, read, write, writePlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import type { Who } from '../page/who.ts';
import { customFieldsIn, readFields } from './fields.ts';
import { afterSignIn, offerNewPassword, orInDialog } from './journey.ts';

/** Signing in with an account at a provider, and the list of those that a member has connected. */

const list = having('auth', 'manage-providers');

/** @returns the sentence to tell, if there is one */
export async function signInWith(element: HTMLElement, page: Page): Promise<string | undefined> {
  const { membership, cart } = page;
  const provider = read(element, 'auth-provider')!.toLowerCase();
  if (membership.getMemberCookie() !== null) {
    const isConnected = nearest(element, list) && connected(membership).includes(provider);
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

/** A row for each provider of the site; buttons that the author has put there are taken as they are. */
export function listProviders(root: Element | Document, { whole, app }: Who): void {
  for (const place of all(root, list)) {
    if (whole) erase(place, 'hidden');
    else write(place, 'hidden', '');
    if (!whole || !app) continue;
    const mine = whole.auth.providers.map(({ provider }) => provider);
    // The connected ones first, then as the site orders them.
    const rank = ({ provider, order }: Provider) => (mine.includes(provider) ? -1e9 : 0) + (order ?? 1e6);
    for (const provider of app.authProviders.toSorted((a, b) => rank(a) - rank(b)))
      label(buttonFor(provider, place), provider, mine.includes(provider.provider));
  }
}

type Provider = App['authProviders'][number];

function buttonFor({ provider, name }: Provider, place: HTMLElement): HTMLElement {
  const own = all(place, having('auth-provider')).find(
    (each) => read(each, 'auth-provider')!.toLowerCase() === provider,
  );
  if (own) return own;
  const row = create('div');
  const title = create('span');
  const state = create('span');
  const button = create('button');
  title.textContent = name;
  write(row, 'provider', provider);
  write(state, 'provider-state', '');
  writePlain(button, 'type', 'button');
  write(button, 'auth-provider', provider);
  row.append(title, ' ', state, ' ', button);
  Node.prototype.appendChild.call(place, row);
  return button;
}

/** What the author's own buttons say while nothing is connected. */
const ownWords = new WeakMap<Element, string>();

/** The words are the author's, on the button or on the list. */
function label(button: HTMLElement, { name }: Provider, isConnected: boolean): void {
  const place = nearest(button, list)!;
  const word = (key: Attribute, otherwise: string) => read(button, key) ?? read(place, key) ?? otherwise;
  const row = nearest(button, having('provider'));
  const words = isConnected ? word('auth-disconnect', 'Disconnect') : 'Connect';
  if (row) {
    const [state] = all(row, having('provider-state'));
    state!.textContent = isConnected ? word('auth-connected-text', 'Connected') : '';
    button.textContent = words;
    writePlain(button, 'aria-label', `${words} ${name}`);
    return;
  }
  const own = ownWords.get(button) ?? button.textContent;
  ownWords.set(button, own);
  button.textContent = isConnected ? `${words} ${name}` : own;
}
