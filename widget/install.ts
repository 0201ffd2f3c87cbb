import type { Membership, RequestError } from '../client/membership.ts';
import { isSeenAs } from '../client/storage.ts';
import { viewFragment } from '../contract/view-link.ts';
import { fetchInView, listenToButtons, pressable } from './page/buttons.ts';
import { cart } from './page/cart.ts';
import { readInstall, type Install } from './page/config.ts';
import { all, body, having, tellPage } from './page/dom.ts';
import { forms, listenToForms } from './page/forms.ts';
import { gate, hideGated, takenOut } from './page/gate.ts';
import { ignore } from './page/ignore.ts';
import { createLoader } from './page/load.ts';
import { createPageMembership } from './page/membership.ts';
import { listenForClose, patienceMs, showMessage } from './page/messages.ts';
import { createModals } from './page/modals.ts';
import type { Load, Page } from './page/page.ts';
import { gatePage, mayOpen } from './page/pages.ts';
import { show } from './page/show.ts';
import { hasUnfinished, keepInvitation } from './page/unfinished.ts';
import { watchPage } from './page/watch.ts';
import { createWho, type Who } from './page/who.ts';

/** The install script: one tag in the head of a foreign page. */

declare global {
  interface Window {
    Intake?: object;
  }
}

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
  keepInvitation();
  const goOn = () => runOn(install);
  // Before a gated page leads away from here.
  if (location.hash.startsWith(viewFragment))
    createLoader(install.base)('view').then(({ enterView }) => enterView(install, goOn), goOn);
  else goOn();
}

/** What the part "acts" fills in, or makes reachable by keyboard. Browsers block a provider's window that opens late. */
const acted = [
  `:is(${forms}) *`,
  `:is(${pressable}):not(a[href],button)`,
  having('action', 'return-to-checkout'),
  ...(['secure-html', 'secure-link', 'auth', 'auth-provider', 'channel'] as const).map((name) => having(name)),
].join();
/** How soon a service that did not answer is asked again, at first and at most. Milliseconds. */
const againMs = { first: 4_000, most: 60_000 };

function runOn(install: Install): void {
  const load = createLoader(install.base);
  const membership = createPageMembership(install, load);
  const who = createWho(membership, () => draw([document]));
  const page = createPage(install, load, membership, who);
  let isReady = false;

  /** @returns whether something stays closed until the member or the settings are known */
  function draw(roots: (Element | Document)[], now: Who = who.current()): boolean {
    let waits = gatePage(now, install) && (!now.app || now.whole === undefined);
    for (const root of roots) {
      if (gate(root, now)) waits = true;
      show(root, now);
    }
    if (isReady && (hasUnfinished() || roots.some((root) => all(root, acted)[0])))
      void page.load('acts').then(({ look }) => look(roots, page, who.current()), ignore);
    if (isReady) fetchInView(roots, page);
    return waits;
  }
  /** A page that waits says so; one that does not is none of our business. */
  function sayIfWaiting(sentence = 'The membership service does not answer. What is for members stays closed.'): void {
    if (draw([document]) && body()) showMessage(sentence, 'error');
  }
  /** Asks who is there and what the site is, again and again until it is known. */
  async function ask(delay = againMs.first): Promise<void> {
    const late = setTimeout(sayIfWaiting, patienceMs);
    const answers = await Promise.allSettled([page.getApp(), membership.getCurrentMember()]);
    clearTimeout(late);
    isReady = true;
    const failed = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (!failed) {
      draw([document]);
      // Only the service says that a site is in test mode. Asked before it is fetched: it takes React with it, 80 kB.
      if (who.current().app!.mode === 'sandbox' && install.say('inspector') !== 'off')
        void page.load('inspector').then(({ startInspector }) => startInspector(page, install.say), ignore);
      return;
    }
    const error = failed.reason as RequestError;
    page.load('refused').then(
      ({ explain }) => explain(install, error, sayIfWaiting),
      () => sayIfWaiting(),
    );
    // Another key would need another page.
    if (error.code !== 'app-not-found') setTimeout(() => void ask(Math.min(delay * 2, againMs.most)), delay);
  }

  // Staff who see as a member.
  if (isSeenAs()) page.load('view').then(({ startView }) => startView(install, page), ignore);
  listenForClose();
  listenToForms(page);
  listenToButtons(page);
  watchPage({ onElements: draw, onRoute: () => draw([document]) });
  draw([document]);
  openToScripts(install, page, ask());
}

/** What acts on the page have at hand. */
function createPage(
  install: Install,
  load: Load,
  membership: Membership,
  { current, getApp }: ReturnType<typeof createWho>,
): Page {
  async function getCaptchaToken(): Promise<string | undefined> {
    const app = await getApp();
    if (!app.captchaRequired) return undefined;
    const { prove } = await load('captcha');
    return prove(app.captcha, install);
  }
  return {
    membership,
    modals: createModals({
      client: membership,
      getCaptchaToken,
      load,
      getApp,
      knownApp: () => current().app,
      forgetPrice: () => cart.empty('price'),
    }),
    load,
    cart,
    getApp,
    getCaptchaToken,
    tell: showMessage,
    mayOpen,
    takenOut,
    templates: new Map(),
  };
}

/** Gives scripts of the page what they may call, and tells them when it is known who is there. */
function openToScripts(install: Install, page: Page, ready: Promise<void>): void {
  const { membership, modals } = page;
  const { open: _, ...dialogs } = modals;
  publish(install, { ...membership, ...dialogs, onReady: ready });
  void ready.then(() => {
    tellPage('intake:ready');
    if (install.isExisting) tellPage('memberstack.ready');
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
