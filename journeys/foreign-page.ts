import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { default as kit } from '@memberstack/dom';
import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test';
import { build } from 'vite';
import { randomAddress, type Person } from './portal.ts';
import { openNetwork, type Network } from './visitors-network.ts';

/** A foreign page on its own origin, with the existing third-party client. */

type Init = typeof kit.default.init;
type InitOptions = Parameters<Init>[0];
type Kit = ReturnType<Init>;
/** The client's methods as promises, because each call runs in the page. */
export type Client = {
  [Name in keyof Kit]: Kit[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never;
};

declare global {
  interface Window {
    startClient(options: InitOptions): void;
    client: Kit;
    /** Calls of the `onAuthChange` callback: the member's id, or null. */
    heard: (string | null)[];
  }
}

interface Fixtures {
  /** A visitor's view of the page. */
  visitor: ForeignPage;
  /** Opens it as another visitor, on another computer. */
  arrive: () => Promise<ForeignPage>;
}

/** Playwright's `test` with visitors of a foreign page. */
export const test = base.extend<Fixtures, { foreignOrigin: string }>({
  foreignOrigin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const server = await servePage();
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.close();
    },
    { scope: 'worker' },
  ],
  arrive: async ({ browser, request, foreignOrigin }, use) => {
    const networks: Network[] = [];
    const visitors: ForeignPage[] = [];
    await use(async () => {
      const network = await openNetwork(randomAddress());
      networks.push(network);
      const context = await browser.newContext({ proxy: network.proxy });
      const visitor = new ForeignPage(await context.newPage(), request, foreignOrigin);
      visitors.push(visitor);
      await visitor.opens('/');
      return visitor;
    });
    for (const network of networks) network.close();
    expect(
      networks.flatMap(({ refused }) => refused),
      'no request leaves the machine',
    ).toEqual([]);
    expect(
      visitors.flatMap(({ faults }) => faults),
      'no script fails',
    ).toEqual([]);
  },
  visitor: async ({ arrive }, use) => use(await arrive()),
});
export { expect };

/** A visitor's view of that page. */
export class ForeignPage {
  /** Every method of the client, called in the page: it resolves and rejects with what the page gets. */
  readonly client: Client;
  readonly page: Page;
  /** For calls that are not the client's. */
  readonly request: APIRequestContext;
  readonly origin: string;
  /** Uncaught errors of the page. */
  readonly faults: string[] = [];

  constructor(page: Page, request: APIRequestContext, origin: string) {
    this.page = page;
    this.request = request;
    this.origin = origin;
    this.client = callInPage(page);
    page.context().on('weberror', (fault) => this.faults.push(fault.error().message));
  }

  /** Loads the page and starts the client as its documentation says. */
  async opens(path: string, options: Partial<InitOptions> = {}): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.startsClient(options);
  }

  async startsClient(options: Partial<InitOptions> = {}): Promise<void> {
    await this.page.evaluate(
      (given) => {
        window.startClient(given);
        window.heard = [];
        window.client.onAuthChange((member) => window.heard.push(member && member.id));
      },
      { publicKey: 'pk_sb_demo', appId: 'app_demo', domain: process.env.INTAKE_URL!, ...options },
    );
  }

  /** Authentication changes reported to the page since it was loaded. */
  hears = (): Promise<(string | null)[]> => this.page.evaluate(() => window.heard);

  /** A value in the page's local storage. */
  keeps = (key: string): Promise<string | null> => this.page.evaluate((each) => localStorage.getItem(each), key);

  /** Signs up with a password. @returns the member's id */
  async signsUp(person: Person, options: { inviteToken?: string } = {}): Promise<string> {
    const { data } = await this.client.signupMemberEmailPassword({ ...person, ...options });
    return data.member.id;
  }
}

/** Errors of the client are plain objects, which do not cross from the page as what is thrown. */
function callInPage(page: Page): Client {
  const call = async (name: keyof Client, args: unknown[]) => {
    const outcome = await page.evaluate(
      async ([method, given]) => {
        try {
          return { value: await (window.client[method] as (...all: unknown[]) => unknown)(...given) };
        } catch (error) {
          return { error };
        }
      },
      [name, args] as const,
    );
    // oxlint-disable-next-line typescript/only-throw-error -- It is what the page gets.
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
  return new Proxy({} as Client, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        call(name as keyof Client, args),
  });
}

async function servePage(): Promise<Server> {
  const script = await bundleModule(import.meta.resolve('@memberstack/dom'));
  const html = `<!doctype html><html lang="en"><title>Riverbend Makers</title><link rel="icon" href="data:,"><h1>Riverbend Makers</h1>
<script type="module">import kit from '/client.js'; window.startClient = (options) => void (window.client = kit.init(options))</script>`;
  const server = createServer((request, reply) => {
    const isScript = request.url === '/client.js';
    reply.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
    reply.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** As the site's developer would bundle it: the published package and what it depends on, nothing of ours. */
export async function bundleModule(address: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: fileURLToPath(address), formats: ['es'] } },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('The client was not bundled.');
  return bundle.output[0].code;
}
