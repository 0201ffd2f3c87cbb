import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { featureOrder, type Domain } from './architecture/feature-order.ts';
import { readModule, type Module } from './architecture/imports.ts';
import { findViolations, type Violation } from './architecture/rules.ts';

const root = path.resolve(import.meta.dirname, '..');
const sentences = readSentences();

/** The rules' sentences from ARCHITECTURE.md by number, used as failure messages. */
function readSentences() {
  const section = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('## Import rules')[1] ?? '';
  return new Map([...section.matchAll(/^(\d+)\. (.+)$/gm)].map((line) => [Number(line[1]), line[2]]));
}

/** The features of a domain that the tree in ARCHITECTURE.md names, folders and files beside them. */
function readTree(domain: Domain) {
  const document = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, lines = ''] = new RegExp(`^ {2}${domain}/.*\\n((?: {4}.*\\n)+)`, 'm').exec(document) ?? [];
  const names = lines
    .split(/\s+/)
    .filter((word) => /^[a-z-]+(?:\/|\.ts)$/.test(word) && !['index.ts', 'features.ts'].includes(word));
  return names.map((name) => name.replace(/\/$|\.ts$/, ''));
}

const explain = ({ rule, module, fault }: Violation) => `${module} ${fault}\n  Rule ${rule}: ${sentences.get(rule)}`;

/** Folders of a domain that its `features.ts` does not name, and names there that are no folder or file, each with what to do. */
function findStrays(domain: Domain, ownFiles: readonly (readonly string[])[], order: readonly string[]): string[] {
  const folders = new Set(ownFiles.flatMap(([name, ...rest]) => (rest.length > 0 ? name! : [])));
  const there = ownFiles.map(([name]) => name!.replace(/\.ts$/, ''));
  return [
    ...[...folders]
      .filter((name) => !order.includes(name))
      .map((name) => `add "${name}: {…}" to server/${domain}/features.ts, after the features it calls`),
    ...order
      .filter((name) => !there.includes(name))
      .map((name) => `take "${name}" out of server/${domain}/features.ts: there is no such folder or file`),
  ];
}

/** Tables about people that no `features.ts` gathers: no export would show them, and nothing would end them. */
function findUngathered(all: readonly Module[]): string[] {
  const gathered = all.filter(({ path: from }) => from.endsWith('/features.ts')).flatMap(({ imports }) => imports);
  return all
    .filter(({ path: file }) => /^server\/(?:membership|enrolment)\/.*personal-data\.ts$/.test(file))
    .filter(({ path: file }) => gathered.every(({ ours }) => ours !== file))
    .map(({ path: file }) => `name the tables of ${file} as personalData in the features.ts of its domain`);
}

/** The rules that a product of these modules violates. */
const rulesBroken = (sources: Record<string, string>) => [
  ...new Set(
    findViolations(Object.entries(sources).map(([file, source]) => readModule(file, source))).map(({ rule }) => rule),
  ),
];

const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Packages that a running product would load although they are there for tests and the build alone. */
const developmentPackages = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path: file }) => /^(?:server|shared|contract|inspection)\//.test(file))
    .filter(({ path: file }) => !file.endsWith('.test.ts') && !file.startsWith('server/testing/'))
    .flatMap(({ imports }) => imports.flatMap(({ foreign }) => foreign ?? []))
    .filter((name) => !name.startsWith('node:') && !(name in dependencies));

const importsOf = (...specifiers: string[]) => specifiers.map((specifier) => `import '${specifier}';`).join('\n');

describe('the product', () => {
  const top = [
    'shared',
    'contract',
    'inspection',
    'client',
    'server',
    'ui',
    'portal',
    'console',
    'widget',
    'journeys',
    'scripts',
    'bench',
    'demo-site',
  ];
  const files = globSync(`{${top.join()}}/**/*.{ts,tsx,mjs,js}`, { cwd: root });
  const modules = files.map((file) => readModule(file, readFileSync(path.join(root, file), 'utf8')));

  test('every code folder is read', () => {
    expect([...new Set(files.map((file) => file.split(path.sep)[0]!))].toSorted()).toEqual(top.toSorted());
    expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(files.length);
  });

  test('the rules of ARCHITECTURE.md hold', () => {
    expect([...sentences.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(findViolations(modules).map(explain)).toEqual([]);
  });

  test('loads no package of development while it runs', () => {
    expect(developmentPackages(modules)).toEqual([]);
    const built = { 'server/a.ts': importsOf('jsdom', 'fastify', 'node:fs'), 'server/a.test.ts': importsOf('vitest') };
    expect(developmentPackages(Object.entries(built).map(([file, text]) => readModule(file, text)))).toEqual(['jsdom']);
  });

  test.for(Object.keys(featureOrder) as Domain[])('every feature of %s stands in its features.ts', (domain) => {
    const own = files.filter((file) => file.startsWith(`server/${domain}/`)).map((file) => file.split('/').slice(2));
    expect(findStrays(domain, own, featureOrder[domain])).toEqual([]);
    expect(findStrays(domain, [...own, ['new', 'a.ts']], featureOrder[domain])).toEqual([
      `add "new: {…}" to server/${domain}/features.ts, after the features it calls`,
    ]);
    expect(findStrays(domain, own, [...featureOrder[domain], 'gone'])).toEqual([
      `take "gone" out of server/${domain}/features.ts: there is no such folder or file`,
    ]);
  });

  test('tables about people are gathered from every feature that has some', () => {
    expect(findUngathered(modules)).toEqual([]);
    const stray = readModule('server/enrolment/new/personal-data.ts', '');
    expect(findUngathered([...modules, stray])).toEqual([
      'name the tables of server/enrolment/new/personal-data.ts as personalData in the features.ts of its domain',
    ]);
  });

  test.for(Object.keys(featureOrder) as Domain[])(
    'the features of %s that ARCHITECTURE.md names stand in the order of features.ts',
    (domain) => {
      const named = readTree(domain);
      expect(named.length).toBeGreaterThan(featureOrder[domain].length / 2);
      expect(named).toEqual(featureOrder[domain].filter((name) => named.includes(name)));
    },
  );
});

describe('a violation is found', () => {
  const feature = 'server/enrolment/payments/payments.ts';

  test.for<[number, string, Record<string, string>]>([
    [1, 'contract imports the client', { 'contract/a.ts': importsOf('../client/request.ts') }],
    [1, 'shared imports the contract', { 'shared/a.ts': importsOf('../contract/limits.ts') }],
    [1, 'contract imports Node', { 'contract/a.ts': importsOf('node:fs') }],
    [1, 'contract uses the browser', { 'contract/a.ts': 'export const here = window.location.href;' }],
    [1, 'inspection uses the browser', { 'inspection/a.ts': 'export const all = document.all;' }],
    [1, 'inspection imports the widget', { 'inspection/a.ts': importsOf('../widget/page/dom.ts') }],
    [2, 'the client imports the server', { 'client/a.ts': importsOf('../server/main.ts') }],
    [2, 'the portal imports the widget', { 'portal/enrol/a.tsx': importsOf('../../widget/flow.ts') }],
    [2, 'the portal takes a type from the server', { 'portal/a.ts': "type A = import('../server/a.ts').A;" }],
    [2, 'the widget imports other calls', { 'widget/main.tsx': importsOf('../client/enrolment.ts') }],
    [2, 'what portal and console share imports the portal', { 'ui/a.tsx': importsOf('../portal/messages/forms.ts') }],
    [2, 'what portal and console share sends calls', { 'ui/a.tsx': importsOf('../client/request.ts') }],
    [2, 'the console imports the portal', { 'console/people/a.tsx': importsOf('../../portal/ui/page.tsx') }],
    [2, 'the portal imports the console', { 'portal/enrol/a.tsx': importsOf('../../console/shell/theme.ts') }],
    [2, 'the portal takes calls of the console', { 'portal/enrol/a.tsx': importsOf('../../client/console.ts') }],
    [3, 'the server imports the console', { 'server/web/a.ts': importsOf('../../console/shell/theme.ts') }],
    [3, 'the server imports the portal', { 'server/main.ts': importsOf('../portal/partner/paths.ts') }],
    [3, 'the server re-exports the client', { 'server/a.ts': "export * from '../client/request.ts';" }],
    [4, 'the platform knows a domain', { 'server/platform/a.ts': importsOf('../membership/index.ts') }],
    [4, 'membership imports enrolment', { 'server/membership/a.ts': importsOf('../enrolment/stage.ts') }],
    [4, 'enrolment goes round the door', { [feature]: importsOf('../../membership/plans/plans.ts') }],
    [4, 'membership imports staff', { 'server/membership/members/a.ts': importsOf('../../staff/people.ts') }],
    [4, 'the platform knows staff', { 'server/platform/a.ts': importsOf('../staff/people.ts') }],
    [
      4,
      'staff go round the door of membership',
      { 'server/staff/a.ts': importsOf('../membership/members/members.ts') },
    ],
    [5, 'a domain mounts routes of staff', { 'server/startup.ts': importsOf('./staff/sign-in/sign-in.routes.ts') }],
    [5, 'a feature uses a sibling store', { [feature]: importsOf('../catalogue/catalogue.store.ts') }],
    [5, 'a feature calls a later one', { 'server/membership/members/a.ts': importsOf('../plans/plans.ts') }],
    [5, 'a feature takes a type from a later one', { [feature]: "import type { A } from '../leads/leads.ts';" }],
    [5, 'the services know a later feature', { 'server/membership/services.ts': importsOf('./members/members.ts') }],
    [5, 'a sub-folder calls a later feature', { 'server/membership/plans/a/b.ts': importsOf('../../social/c.ts') }],
    [5, 'a feature imports the door', { 'server/membership/plans/plans.ts': importsOf('../index.ts') }],
    [5, 'a feature has no place in the order', { 'server/membership/new/a.ts': importsOf('../sites/site.ts') }],
    [5, 'the list of features knows one without a place', { 'server/membership/features.ts': importsOf('./new/a.ts') }],
    [5, 'a feature imports the list of features', { [feature]: importsOf('../features.ts') }],
    [5, 'the door calls a feature without a place', { 'server/membership/index.ts': importsOf('./new/a.ts') }],
    [5, 'a feature mounts its own routes', { [feature]: importsOf('./payments.routes.ts') }],
    [5, 'a start step mounts pages', { 'server/startup.ts': importsOf('./web/pages.routes.ts') }],
    [5, 'a domain takes the page template', { [feature]: importsOf('../../web/page-template.ts') }],
    [6, 'a rule uses a driver', { [feature]: importsOf('pg') }],
    [6, 'a rule uses a kit nobody has heard of', { [feature]: importsOf('@vendor/kit/deep') }],
    [6, 'a store uses the framework', { 'server/membership/plans/plans.store.ts': importsOf('fastify') }],
    [7, 'a portal feature imports another', { 'portal/enrol/a.tsx': importsOf('../payment/b.ts') }],
    [7, 'a portal feature loads another later', { 'portal/enrol/a.tsx': "void import('../payment/b.ts');" }],
    [7, 'the shell imports a feature', { 'portal/shell/a.tsx': importsOf('../enrol/b.ts') }],
    [7, 'the base imports a feature', { 'portal/ui/a.tsx': importsOf('../enrol/b.ts') }],
    [7, 'a feature of the console imports another', { 'console/people/a.tsx': importsOf('../sign-in/b.ts') }],
    [7, 'the figures of the console import a feature', { 'console/figures/a.tsx': importsOf('../people/b.ts') }],
    [7, 'the frame of the console imports a feature', { 'console/shell/a.tsx': importsOf('../people/b.ts') }],
    [8, 'a journey imports the server', { 'journeys/a.journey.ts': importsOf('../server/main.ts') }],
    [9, 'a folder has an index file', { 'portal/enrol/index.ts': '' }],
    [9, 'two modules import each other', { 'client/a.ts': importsOf('./b.ts'), 'client/b.ts': importsOf('./a.ts') }],
    [10, 'the set-up needs a package', { 'scripts/start.mjs': importsOf('zod') }],
    [10, 'the set-up needs what strips types', { 'scripts/lib/a.mjs': importsOf('../build.ts') }],
    [10, 'a measurement takes a build step', { 'bench/a.ts': importsOf('../scripts/build.ts') }],
    [10, 'a measurement takes the widget', { 'bench/a.ts': importsOf('../widget/install.ts') }],
    [10, 'the demonstration site takes our code', { 'demo-site/a.js': importsOf('../client/request.ts') }],
    [5, 'a build step reads a store', { 'scripts/a.ts': importsOf('../server/membership/plans/plans.store.ts') }],
    [9, 'a module imports itself', { 'client/a.ts': importsOf('./a.ts') }],
  ])('rule %i: %s', ([rule, , sources]) => {
    expect(rulesBroken(sources)).toEqual([rule]);
  });

  test('a module that cannot be parsed is an error, not a pass', () => {
    expect(() => readModule('client/a.ts', 'import {')).toThrow('client/a.ts cannot be parsed');
  });
});

test('what the rules allow passes', () => {
  expect(
    rulesBroken({
      'contract/a.ts': `${importsOf('./b.ts', 'zod/mini')} export const a = { window: 1 }.window;`,
      'inspection/a.ts': importsOf('../contract/a.ts', './b.ts'),
      'client/membership.ts': importsOf('../contract/a.ts'),
      'widget/main.tsx': importsOf('../client/membership.ts', '../inspection/a.ts', 'react'),
      'portal/routes.tsx': "import './shell/layout.tsx'; export const lazy = () => import('./enrol/enrol.page.tsx');",
      'portal/enrol/enrol.page.tsx': importsOf(
        '../ui/page.tsx',
        '../../ui/button.tsx',
        './steps.ts',
        '../../client/enrolment.ts',
        'react',
      ),
      'console/people/people.page.tsx': importsOf(
        '../shell/frame.tsx',
        '../figures/charts.tsx',
        '../../ui/button.tsx',
        '../../client/console.ts',
      ),
      'server/staff/people.ts': importsOf('../membership/index.ts', '../enrolment/enrolment.ts', './people.store.ts'),
      'server/product.ts': importsOf('./enrolment/payments/payments.routes.ts', './platform/env.ts'),
      'server/platform/database/pool.ts': importsOf('pg', '../env.ts', '../../../contract/limits.ts'),
      'server/membership/index.ts': importsOf('./plans/plans.ts', './services.ts'),
      'server/membership/plans/grants/grants.ts': importsOf(
        '../plans.store.ts',
        '../../services.ts',
        '../../teams/teams.ts',
      ),
      'server/membership/sites/sites.test.ts': importsOf('../declaration/apply-site.ts'),
      'server/enrolment/payments/payments.routes.ts': importsOf('./payments.ts', 'fastify'),
      'server/enrolment/payments/payments.ts': importsOf(
        './payments.store.ts',
        '../catalogue/catalogue.ts',
        '../../membership/index.ts',
        'zod/mini',
        'node:crypto',
      ),
      'server/enrolment/payments/payments.store.ts': importsOf('kysely'),
      'server/enrolment/payments/payments.test.ts': importsOf('../../testing/product.ts', 'pg', 'vitest'),
      'journeys/enrol.journey.ts': importsOf('../contract/a.ts', '@playwright/test'),
    }),
  ).toEqual([]);
});
