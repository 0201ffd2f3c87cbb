import type { ModalParams, ModalResult } from '../modal/contract.ts';
import { all, readPlain, scriptRunning } from '../page/dom.ts';
import { createLoader } from '../page/load.ts';
import { sentenceOf, showMessage } from '../page/messages.ts';
import { createModals } from '../page/modals.ts';
import { adaptClient, type ExistingClient } from './existing-client.ts';

/**
 * Our dialogs for pages with a client they have already: such a client loads one script, and then puts an element of
 * this name into the page for each dialog. The name and its properties are the protocol's.
 */
const elementName = 'memberstack-prebuilt-ui';

declare global {
  interface Window {
    $memberstackDom?: ExistingClient;
  }
}

function start(): void {
  const src = ownAddress();
  if (!src || customElements.get(elementName)) return;
  const load = createLoader(new URL('.', src).href);
  // A page that loads this script is about to open a dialog.
  for (const part of ['shell', 'modal'] as const) void load(part).catch(() => undefined);
  customElements.define(elementName, buildElement(load, new URL(src).origin));
}

/** A client loads this with a script element; a module of the page's own has no running script. */
function ownAddress(): string | undefined {
  const script =
    scriptRunning() ?? all(document, 'script[src]').find((each) => readPlain(each, 'src')!.includes('/prebuilt-ui.js'));
  const src = script && readPlain(script, 'src');
  return src ? new URL(src, location.href).href : undefined;
}

/** One for each client, which may be another one after a page has begun anew. */
const adapted = new WeakMap<ExistingClient, ReturnType<typeof adaptClient>>();

function clientOf(existing: ExistingClient): ReturnType<typeof adaptClient> {
  const client = adapted.get(existing) ?? adaptClient(existing);
  adapted.set(existing, client);
  return client;
}

function buildElement(load: ReturnType<typeof createLoader>, domain: string): CustomElementConstructor {
  /** @returns undefined where the page has no client */
  function createDialogs() {
    if (!window.$memberstackDom) return undefined;
    const client = clientOf(window.$memberstackDom);
    const getApp = async () => (await client.getApp()).data;
    async function getCaptchaToken(): Promise<string | undefined> {
      const app = await getApp();
      if (!app.captchaRequired) return undefined;
      // The client keeps its key to itself; the site says it, too.
      return (await load('captcha')).prove(app.captcha, { domain, publicKey: app.publicKey });
    }
    return createModals({ client, getCaptchaToken, load, getApp, knownApp: () => undefined });
  }

  return class extends HTMLElement {
    display = '';
    params: ModalParams = {};
    onSuccess: (result: ModalResult) => void = () => undefined;
    #hide = (): void => undefined;

    connectedCallback(): void {
      const dialogs = createDialogs();
      if (!dialogs) return this.#end();
      this.#hide = dialogs.hideModal;
      dialogs
        .open(this.display, this.params ?? {}, (result) => {
          if (result.type === 'CLOSED') this.#end();
          else this.onSuccess(result);
        })
        .catch((error: unknown) => {
          showMessage(sentenceOf(error), 'error');
          this.#end();
        });
    }
    disconnectedCallback(): void {
      this.#hide();
    }
    #end(): void {
      this.onSuccess({ type: 'CLOSED' });
      this.remove();
    }
  };
}

start();
