import path from 'node:path';
import { domainOf, isAgainstOrder } from './feature-order.ts';
import type { Import, Module } from './imports.ts';

/** A rule of ARCHITECTURE.md that does not hold, by its number there. */
export interface Violation {
  rule: number;
  module: string;
  /** The violation as a clause: `imports server/main.ts`. */
  fault: string;
}

/** Whether a rule forbids this import to this module. Paths are relative to the repository's root. */
type Forbids = (from: string, wanted: Import) => boolean;

const top = (file: string) => file.split('/')[0]!;
/** Isomorphic modules: data and functions without browser or Node APIs. */
const isPlain = (file: string) => ['shared', 'contract', 'inspection'].includes(top(file));
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/');
const isBelow = (folder: string, file: string) => file.startsWith(`${folder}/`);
/** `server/membership/plans` of a file in that feature, `server/membership` of a file beside the features. */
const featureOf = (file: string) => path.posix.dirname(file).split('/').slice(0, 3).join('/');

const door = 'server/membership/index.ts';
/** What `staff` may import of each domain. */
const doorsForStaff: Record<string, string> = { membership: door, enrolment: 'server/enrolment/enrolment.ts' };
const isStaff = (file: string) => isBelow('server/staff', file);

/** Folders of ours whose modules may be imported, by the importing folder. */
const mayImport: Record<string, { rule: number; folders: string[] }> = {
  shared: { rule: 1, folders: ['shared'] },
  contract: { rule: 1, folders: ['contract', 'shared'] },
  inspection: { rule: 1, folders: ['inspection', 'contract', 'shared'] },
  client: { rule: 2, folders: ['client', 'contract', 'shared'] },
  widget: { rule: 2, folders: ['widget', 'client', 'inspection', 'contract', 'shared'] },
  ui: { rule: 2, folders: ['ui', 'contract', 'shared'] },
  portal: { rule: 2, folders: ['portal', 'ui', 'client', 'contract', 'shared'] },
  console: { rule: 2, folders: ['console', 'ui', 'client', 'contract', 'shared'] },
  server: { rule: 3, folders: ['server', 'contract', 'shared', 'inspection', 'config'] },
  journeys: { rule: 8, folders: ['journeys', 'contract', 'shared'] },
  bench: { rule: 10, folders: ['bench', 'server', 'scripts'] },
  'demo-site': { rule: 10, folders: [] },
};

/** Packages that are neither a driver nor a vendor's SDK. */
const plainPackages = ['zod', 'parse5'];
const isFramework = (name: string) => name === 'fastify' || name.startsWith('@fastify/');
const mayUseFramework = (file: string) =>
  file.endsWith('.routes.ts') || isBelow('server/platform/http', file) || isBelow('server/platform/stand-ins', file);
const mayUseDrivers = (file: string) =>
  isBelow('server/platform', file) || isBelow('server/migrations', file) || file.endsWith('.store.ts');

/** Of each app of pages, the folders that every other one of its own may use. */
const bases: Record<string, string[]> = {
  portal: ['session', 'partner', 'messages', 'ui'],
  console: ['shell', 'list', 'figures', 'session'],
};
const pageFolder = (file: string) => file.split('/').slice(1, -1)[0];
const seesWholeApp = (file: string) =>
  /^(?:portal|console)\/(?:(?:main|prerender|routes)(?:\.test)?\.tsx|pages\.ts)$/.test(file);

/** Scripts that set up, start and test a fresh clone, with Node alone. */
const isSetUp = (file: string) => top(file) === 'scripts' && file.endsWith('.mjs');
const isNode = (foreign: string) => foreign.startsWith('node:');

const foreignRules: [number, Forbids][] = [
  [1, (from, { foreign }) => isPlain(from) && Boolean(foreign?.startsWith('node:'))],
  // These run before packages are installed.
  [10, (from, { foreign, isLater }) => isSetUp(from) && !isLater && foreign !== undefined && !isNode(foreign)],
  [
    6,
    (from, { foreign }) => {
      if (!foreign || foreign.startsWith('node:') || top(from) !== 'server' || isTest(from)) return false;
      if (isFramework(foreign)) return !mayUseFramework(from);
      return !plainPackages.includes(foreign) && !mayUseDrivers(from);
    },
  ],
];

const ourRules: [number, (from: string, to: string) => boolean][] = [
  [2, (from, to) => top(from) === 'widget' && top(to) === 'client' && to.startsWith('client/enrolment')],
  [2, (from, to) => to === 'client/console.ts' && top(from) !== 'console' && !isTest(from)],
  [4, (from, to) => isBelow('server/platform', from) && (domainOf(to) !== undefined || isStaff(to))],
  [4, (from, to) => domainOf(from) !== undefined && isStaff(to)],
  [
    4,
    (from, to) => isStaff(from) && domainOf(to) !== undefined && to !== doorsForStaff[domainOf(to)!] && !isTest(from),
  ],
  [4, (from, to) => domainOf(from) === 'membership' && domainOf(to) === 'enrolment'],
  [4, (from, to) => domainOf(from) === 'enrolment' && domainOf(to) === 'membership' && to !== door],
  [5, (from, to) => isStore(to) && featureOf(from) !== featureOf(to) && !isTest(from) && !readsWhatIs(from)],
  [5, (from, to) => isRoutes(to) && !mayMount(from, to)],
  [5, (from, to) => domainOf(from) !== undefined && !isTest(from) && isBelow('server/web', to)],
  [10, (from, to) => isSetUp(from) && !isSetUp(to)],
  [10, (from, to) => top(from) === 'bench' && top(to) === 'scripts' && !isBelow('scripts/lib', to)],
  [5, (from, to) => isAgainstOrder(from, to) && !isTest(from)],
  [7, (from, to) => top(from) in bases && top(to) === top(from) && !seesWholeApp(from) && !mayShow(from, to)],
];

/** Benchmarks and documentation generators, which may import all code. */
const readsWhatIs = (file: string) => top(file) === 'bench' || isBelow('scripts/security', file);
const isStore = (file: string) => (domainOf(file) !== undefined || isStaff(file)) && file.endsWith('.store.ts');
const isRoutes = (file: string) =>
  (domainOf(file) !== undefined || isStaff(file) || isBelow('server/web', file)) && file.endsWith('.routes.ts');
/** Beside `product.ts`, a domain gathers its own routes in its own folder, so that `product.ts` mounts them in one call. */
const mayMount = (from: string, routes: string) =>
  from === 'server/product.ts' ||
  (from === 'server/domains.ts' && routes.endsWith('.console.routes.ts')) ||
  from.startsWith('server/testing/') ||
  (isBelow('server/web', routes) && isTest(from)) ||
  isDomainRoot(from, routes);
const isDomainRoot = (file: string, sibling: string) =>
  (domainOf(sibling) !== undefined || isStaff(sibling)) &&
  path.posix.dirname(file) === sibling.split('/').slice(0, 2).join('/');

function mayShow(from: string, to: string) {
  const folder = pageFolder(to);
  if (folder === undefined) return !seesWholeApp(to);
  return folder === pageFolder(from) || bases[top(from)]!.includes(folder);
}

/** Browser and Node globals that isomorphic modules may not use. */
const outsideNames = [
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'fetch',
  'process',
  'Buffer',
];

/**
 * @param modules every module of the product
 * @returns the violations; empty when all rules hold
 */
export function findViolations(modules: Module[]): Violation[] {
  return [...modules.flatMap(violationsOf), ...findCycles(modules)];
}

function violationsOf({ path: from, imports, names }: Module): Violation[] {
  const found = imports.flatMap((wanted) =>
    rulesAgainst(from, wanted).map((rule) => ({
      rule,
      module: from,
      fault: `imports ${wanted.ours ?? wanted.foreign}`,
    })),
  );
  const leaning = isPlain(from) ? outsideNames.filter((name) => names.has(name)) : [];
  found.push(...leaning.map((name) => ({ rule: 1, module: from, fault: `uses ${name}` })));
  if (/^index\.tsx?$/.test(path.posix.basename(from)) && from !== door)
    found.push({ rule: 9, module: from, fault: 'is an index file' });
  return found;
}

/** @returns the numbers of the rules that forbid this import, each once */
function rulesAgainst(from: string, wanted: Import): number[] {
  const to = wanted.ours;
  const broken = foreignRules.filter(([, forbids]) => forbids(from, wanted)).map(([rule]) => rule);
  if (to !== undefined) {
    const allowed = mayImport[top(from)];
    if (allowed && !allowed.folders.includes(top(to))) broken.push(allowed.rule);
    broken.push(...ourRules.filter(([, forbids]) => forbids(from, to)).map(([rule]) => rule));
  }
  return [...new Set(broken)];
}

/** @returns one violation for each import that closes a cycle (depth-first search) */
function findCycles(modules: Module[]): Violation[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const found: Violation[] = [];
  const walk = (module: Module, trail: string[]) => {
    const here = [...trail, module.path];
    for (const { ours } of module.imports) {
      const next = ours === undefined ? undefined : byPath.get(ours);
      if (!next || done.has(next.path)) continue;
      const start = here.indexOf(next.path);
      if (start < 0) walk(next, here);
      else found.push({ rule: 9, module: module.path, fault: `closes the circle ${here.slice(start).join(' → ')}` });
    }
    done.add(module.path);
  };
  for (const module of modules) if (!done.has(module.path)) walk(module, []);
  return found;
}
