import { createMembership, type Membership } from '../client/membership.ts';
import { listenToButtons, pressable, tellHowItEnds } from './page/buttons.ts';
import { cart, idsIn } from './page/cart.ts';
import { readInstall, type Install } from './page/config.ts';
import { all, body, having, tellPage } from './page/dom.ts';
import { forms, listenToForms } from './page/forms.ts';
import { gate, hideGated, takenOut } from './page/gate.ts';
import { createLoader } from './page/load.ts';
import { listenForClose, patienceMs, showMessage } from './page/messages.ts';
import { createModals } from './page/modals.ts';
import type { Page } from './page/page.ts';
import { gatePage } from './page/pages.ts';
import { isPaying } from './page/paying.ts';
import { show } from './page/show.ts';
import { watchPage } from './page/watch.ts';
import { createWho, type Who } from './page/who.ts';

/** The install script: one tag in the head of a foreign page. */

declare global {
  interface Window {
    Intake?: object;
  }
}

/** A failure is ignored: the next press loads the part again, and reports it. */
const ignore = () => undefined;
const mark = Symbol.for('intake.installed');

/** A second copy of the script changes nothing, unless the first could not begin. */
function start(): void {
  const page = window as unknown as Record<symbol, unknown>;
  if (page[mark]) return;
  const install = readInstall();
  hideGated();
  if (install.lacks[0]) {
    // No site can be asked for members: what is for them stays closed, the whole page where the tag says so.
    gatePage({} as Who, install);
    // oxlint-disable-next-line no-console -- The author of the page hears of it nowhere else.
    return console.error(`Intake: the script tag has no data-ms-${install.lacks.join(', data-ms-')}`);
  }
  Object.defineProperty(window, mark, { value: true });
  runOn(install);
}

/** What more than showing is done about, by the part "acts". */
const acted = [
  forms,
  pressable,
  ...(['secure-html', 'secure-link', 'auth', 'channel'] as const).map((name) => having(name)),
].join();
/** How soon a service that did not answer is asked again, at first and at most. Milliseconds. */
const againMs = { first: 4_000, most: 60_000 };

function runOn(install: Install): void {
  const membership = createMembership(install);
  const who = createWho(membership, () => draw([document]));
  const page = createPage(install, membership, who);
  let isReady = false;

  /** @returns whether something stays closed until the member or the settings are known */
  function draw(roots: (Element | Document)[], now: Who = who.current()): boolean {
    let waits = gatePage(now, install) && (!now.app || now.whole === undefined);
    for (const root of roots) {
      if (gate(root, now)) waits = true;
      show(root, now);
    }
    // Reading a page comes first: the part that acts is fetched once the member is known.
    if (isReady && (isPaying() || roots.some((root) => all(root, acted).length > 0)))
      void page.load('acts').then(({ look }) => look(roots, page, who.current()), ignore);
    return waits;
  }
  /** A page that waits says so; one that does not is none of our business. */
  function sayIfWaiting(): void {
    if (draw([document]) && body())
      showMessage('The membership service does not answer. What is for members stays closed.', 'error');
  }
  /** Asks who is there and what the site is, again and again until it is known. */
  async function ask(delay = againMs.first): Promise<void> {
    const late = setTimeout(sayIfWaiting, patienceMs);
    const answers = await Promise.allSettled([page.getApp(), membership.getCurrentMember()]);
    clearTimeout(late);
    isReady = true;
    if (answers.every(({ status }) => status === 'fulfilled')) {
      draw([document]);
      // Only the service says that a site is in test mode.
      if (who.current().app!.mode === 'sandbox')
        void page.load('inspector').then(({ startInspector }) => startInspector(page, install.say), ignore);
      return;
    }
    sayIfWaiting();
    setTimeout(() => void ask(Math.min(delay * 2, againMs.most)), delay);
  }

  listenForClose();
  listenToForms(page);
  listenToButtons(page);
  watchPage({ onElements: draw, onRoute: () => draw([document]) });
  draw([document]);
  keepInvite();
  openToScripts(install, page, ask());
}

/** What acts on the page have at hand. */
function createPage(install: Install, membership: Membership, { current, getApp }: ReturnType<typeof createWho>): Page {
  const load = createLoader(install.base);
  async function getCaptchaToken(): Promise<string | undefined> {
    const app = await getApp();
    if (!app.captchaRequired) return undefined;
    const { prove } = await load('captcha');
    return prove(app.captcha, install);
  }
  return {
    membership,
    modals: createModals({ client: membership, getCaptchaToken, load, getApp, knownApp: () => current().app }),
    load,
    cart,
    getApp,
    getCaptchaToken,
    tell: showMessage,
    takenOut,
    templates: new Map(),
    redirect: undefined,
  };
}

/** Keeps the invitation of a link to a team until its visitor has signed in, however many pages later. */
function keepInvite(): void {
  const invite = idsIn('invite', new URLSearchParams(location.search).get('inviteToken'));
  if (invite.length > 0) cart.keep('invite', invite);
}

/** Gives scripts of the page what they may call, and tells them when it is known who is there. */
function openToScripts(install: Install, page: Page, ready: Promise<void>): void {
  const { membership, modals } = page;
  const { open: _, ...dialogs } = modals;
  publish(install, { ...membership, ...dialogs, onReady: ready });
  void ready.then(() => {
    tellPage('intake:ready');
    if (install.isExisting) tellPage('memberstack.ready');
    if (membership.knownMember() && cart.read('invite').length > 0)
      void tellHowItEnds(body(), async () => (await page.load('acts')).joinInvited(page));
  });
  membership.onAuthChange((member) => tellPage('intake:member', { member }));
}

/** Scripts of the page that know an existing client find it under that client's name, unless it is there itself. */
function publish({ isExisting }: Install, api: object): void {
  const names = isExisting ? ['Intake', '$memberstackDom'] : ['Intake'];
  for (const name of names)
    if (!Object.hasOwn(window, name)) Object.defineProperty(window, name, { value: api, configurable: true });
}

start();
