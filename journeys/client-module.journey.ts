import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test as base, expect, type APIRequestContext, type BrowserContext } from '@playwright/test';
import { build } from 'vite';
import { buildPerson, randomAddress, type Person } from './portal.ts';
import { openNetwork } from './visitors-network.ts';

/** The client as a module, without the script tag, on a page of a foreign origin. */

interface Fixtures {
  /** Serves a page with this script. @returns its address */
  publish: (script: string) => Promise<string>;
  visitor: BrowserContext;
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs.
  publish: async ({}, use) => {
    let script = '';
    const server = createServer(({ url }, reply) => {
      const isScript = url === '/page.js';
      reply.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src 'self' ${process.env.INTAKE_URL}; connect-src ${process.env.INTAKE_URL}; base-uri 'none'`,
      });
      reply.end(isScript ? script : html);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(async (own) => {
      script = own;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    server.close();
  },
  visitor: async ({ browser }, use) => {
    const network = await openNetwork(randomAddress());
    const context = await browser.newContext({ proxy: network.proxy });
    const faults: string[] = [];
    context.on('weberror', (fault) => faults.push(fault.error().message));
    await use(context);
    await context.close();
    network.close();
    expect(network.refused, 'no request leaves the machine').toEqual([]);
    expect(faults, 'no script fails').toEqual([]);
  },
});

const html = `<!doctype html><html lang="en"><title>A workshop</title><h1>A workshop</h1><div id="root"></div>
<script type="module" src="/page.js"></script>`;
const options = () => JSON.stringify({ publicKey: 'pk_sb_demo', domain: process.env.INTAKE_URL });

test('a page loads the client by its address, and its own policy stays strict', async ({ publish, visitor }) => {
  const address = await publish(`
    import { createMembership, RequestError } from '${process.env.INTAKE_URL}/widget/v1/client.js';
    const membership = createMembership(${options()});
    window.tryOut = async (person) => {
      const before = membership.knownMember();
      const { data } = await membership.signupMemberEmailPassword(person);
      const { data: member } = await membership.getCurrentMember();
      const error = await membership.addPlan({ planId: 'pln_none' }).catch((refused) => refused);
      await membership.logout();
      return {
        before,
        isSame: member.id === data.member.id,
        refusal: error instanceof RequestError && error.code,
        after: membership.knownMember(),
      };
    };`);
  const page = await visitor.newPage();
  await page.goto(address);
  await page.waitForFunction(() => 'tryOut' in window);
  const outcome = await page.evaluate(
    (person) => (window as unknown as { tryOut: (given: Person) => Promise<unknown> }).tryOut(person),
    buildPerson(),
  );
  expect(outcome).toEqual({ before: null, isSame: true, refusal: 'plan-not-found', after: null });
});

test('a component follows the member through log-in and log-out, in this tab and another', async ({
  publish,
  visitor,
  request,
}) => {
  const address = await publish(await bundleApp(request));
  const [page, other] = [await visitor.newPage(), await visitor.newPage()];
  await page.goto(address);
  const greeting = page.getByRole('status');
  await expect(greeting).toHaveText('Hello, visitor');

  const person = buildPerson();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(greeting).toHaveText(`Hello, ${person.email}`);

  await other.goto(address);
  await expect(other.getByRole('status')).toHaveText(`Hello, ${person.email}`);
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('status')).toHaveText('Hello, visitor');
  await expect(greeting).toHaveText('Hello, visitor');
});

/** A React app that uses the installed package. */
const app = () => `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { createMembership } from '@intake/client';
import { useMember } from '@intake/client/react';

const membership = createMembership(${options()});

function App() {
  const member = useMember(membership);
  const signUp = (event) => {
    event.preventDefault();
    void membership.signupMemberEmailPassword(Object.fromEntries(new FormData(event.currentTarget)));
  };
  const name = member === undefined ? '…' : (member?.auth.email ?? 'visitor');
  return h('main', null,
    h('p', { role: 'status' }, 'Hello, ' + name),
    h('form', { onSubmit: signUp },
      h('label', null, 'Email ', h('input', { name: 'email' })),
      h('label', null, 'Password ', h('input', { name: 'password', type: 'password' })),
      h('button', null, 'Sign up')),
    h('button', { onClick: () => void membership.logout() }, 'Log out'));
}
createRoot(document.getElementById('root')).render(h(App));
`;

/** Installs the package that the product serves, and bundles a page with it. */
async function bundleApp(request: APIRequestContext): Promise<string> {
  const root = path.resolve(import.meta.dirname, '..');
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const project = mkdtempSync(path.join(root, '.cache/react-page-'));
  try {
    const installed = path.join(project, 'node_modules/@intake/client');
    mkdirSync(installed, { recursive: true });
    const archive = path.join(project, 'intake-client.tgz');
    writeFileSync(archive, await (await request.get('/widget/v1/intake-client.tgz')).body());
    execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
    writeFileSync(path.join(project, 'app.js'), app());
    const built = await build({
      root: project,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { write: false, lib: { entry: path.join(project, 'app.js'), formats: ['es'] } },
    });
    const [bundle] = [built].flat();
    if (!bundle || !('output' in bundle)) throw new Error('The page was not bundled.');
    return bundle.output[0].code;
  } finally {
    rmSync(project, { recursive: true });
  }
}
