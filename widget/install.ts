import { createMembership } from '../client/membership.ts';
import { listenToButtons } from './page/buttons.ts';
import { readInstall, type Install } from './page/config.ts';
import { all, having, tellPage } from './page/dom.ts';
import { hasActs, listenToForms } from './page/forms.ts';
import { cart } from './page/cart.ts';
import { createLoader } from './page/load.ts';
import { gate, hideGated } from './page/gate.ts';
import { createAfterSignIn } from './page/journey.ts';
import { listenForClose } from './page/messages.ts';
import { createModals } from './page/modals.ts';
import { gatePage } from './page/pages.ts';
import { show } from './page/show.ts';
import { watchPage } from './page/watch.ts';
import { createWho, type Who } from './page/who.ts';

/** The install script: one tag in the head of somebody else's page. */

declare global {
  interface Window {
    Intake?: object;
  }
}

/** Whoever needs it tries again, and is told. */
const ignore = () => undefined;
const mark = Symbol.for('intake.installed');

/** A second copy of the script changes nothing. */
function start(): void {
  const page = window as unknown as Record<symbol, unknown>;
  if (page[mark]) return;
  const install = readInstall();
  if (!install) return;
  Object.defineProperty(window, mark, { value: true });
  hideGated();
  runOn(install);
}

function runOn(install: Install): void {
  const membership = createMembership(install);
  const who = createWho(membership, (now) => draw([document], now));
  const load = createLoader(install.base);
  const modals = createModals({ client: membership, getCaptchaToken, load: () => load('modal') });
  const page = { membership, modals, load, cart, afterSignIn: createAfterSignIn(membership), getCaptchaToken };

  function draw(roots: (Element | Document)[], now: Who): void {
    gatePage(now);
    for (const root of roots) {
      gate(root, now);
      show(root, now);
    }
    if (hasSecure()) void load('acts').then(({ fillSecure }) => fillSecure(roots, membership), ignore);
  }
  async function getCaptchaToken(): Promise<string | undefined> {
    const app = await who.getApp();
    if (!app.captchaRequired) return undefined;
    const { prove } = await load('captcha');
    return prove(app.captcha, install);
  }

  listenForClose();
  listenToForms(page, () => load('acts'));
  listenToButtons(page);
  watchPage({
    onElements: (roots) => draw(roots, who.current()),
    onRoute: () => draw([document], who.current()),
  });
  draw([document], who.current());
  const ready = Promise.allSettled([who.getApp(), membership.getCurrentMember()]);
  const { open: _, ...dialogs } = modals;
  publish(install, { ...membership, ...dialogs, onReady: ready });
  void ready.then(() => {
    draw([document], who.current());
    tellPage('intake:ready');
    if (hasActs()) void load('acts').catch(ignore);
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

const hasSecure = () => all(document, `${having('secure-html')},${having('secure-link')}`).length > 0;

start();
