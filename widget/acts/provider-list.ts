import type { Member } from '../../contract/members.ts';
import type { App } from '../../contract/site.ts';
import type { Attribute } from '../../shared/attributes.ts';
import { all, create, having, nearest, read, write, writePlain } from '../page/dom.ts';

/** The list of providers that a member connects and disconnects. Fetched on a page that has one. */

type Provider = App['authProviders'][number];

/** A row for each provider of the site; buttons that the author has put there are taken as they are. */
export function listProviders(place: HTMLElement, { auth }: Member, { authProviders }: App): void {
  const mine = auth.providers.map(({ provider }) => provider);
  // The connected ones first, then as the site orders them.
  const rank = ({ provider, order }: Provider) => (mine.includes(provider) ? -1e9 : 0) + (order ?? 1e6);
  for (const provider of authProviders.toSorted((a, b) => rank(a) - rank(b)))
    label(buttonFor(provider, place), place, provider, mine.includes(provider.provider));
}

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
function label(button: HTMLElement, place: HTMLElement, { name }: Provider, isConnected: boolean): void {
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
