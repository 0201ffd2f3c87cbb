import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const iconMaker = fileURLToPath(new URL('../ui/icon.ts', import.meta.url));
const unusedOfIcons = /,\s+key: "\w+"|^  (?:name|aliases): .*$|^__iconData\.node;$/gm;
const partsOfRouter = /= (React\w*(?:\$\d)?\.forwardRef\()/g;
const namesOfParts = /^\w+\.displayName = .*;$/gm;

const modulesOfReact = /\/cjs\/react(?:-dom|-dom-client)?\.production\.js$/;

/** What neither the portal nor a library in its pages uses of React. */
const unusedByPortal = new Set(
  `preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset unstable_batchedUpdates useFormState
   useFormStatus PureComponent cache cacheSignal createRef unstable_useCacheRefresh useActionState addTransitionType`.split(
    /\s+/,
  ),
);

/** What the dialogs of the widget use of React. React uses of itself what begins with two underscores, and `version`. */
const usedByWidget = new Set(
  `createContext createRoot flushSync Fragment memo useCallback useContext useEffect useEffectEvent useId useLayoutEffect
   useMemo useRef useState useSyncExternalStore version`.split(/\s+/),
);

interface LeanReactOptions {
  /** Whether an export of React stays. */
  isUsed: (name: string) => boolean;
  /** The set above to mend when a module imports what is left out. */
  set: string;
  /** All source code that is built with it: attributes and events that no component names are left out of React. */
  sources?: string;
}

/**
 * Makes React tree-shakable, whose CommonJS modules a bundler keeps whole (decision 0025). A module that imports what is
 * left out fails the build.
 */
function leanReact({ isUsed, set, sources }: LeanReactOptions): Plugin {
  const words = sources === undefined ? undefined : new Set(sources.match(/\w+/g));
  return {
    name: 'lean-react',
    apply: 'build',
    transform(code, id) {
      if (modulesOfReact.test(id)) {
        const lean = dropExports(code, isUsed);
        return words && id.endsWith('/react-dom-client.production.js') ? dropAttributes(lean, words) : lean;
      }
      const missing = namesOfReact(code).filter((name) => !isUsed(name));
      if (missing.length > 0)
        this.error(`${id} uses ${missing.join(', ')} of React: mend ${set} in lean-libraries.ts.`);
      return undefined;
    },
  };
}

/** React for the dialogs of the widget: 1 kB less by attributes alone, and some sixty listeners of each dialog. */
export const leanReactOfWidget = (sources: string): Plugin =>
  leanReact({ isUsed: (name) => usedByWidget.has(name) || name.startsWith('__'), set: 'usedByWidget', sources });

/** Leaves exports out of a module of React. */
const dropExports = (code: string, isUsed: (name: string) => boolean): string =>
  code.replace(/^exports\.(\w+) = (?:function[^]*?^\};|[^]*?;)$/gm, (whole, name: string) =>
    isUsed(name) ? whole : '',
  );

const importsOfReact = /\bimport(?=[\s{*])\s*([^'"();]+?)\s*from\s*["']react(?:-dom(?:\/client)?)?["']/g;

/** Names that a module takes from React, by themselves or off the whole. */
export const namesOfReact = (code: string): string[] =>
  [...code.matchAll(importsOfReact)].flatMap(([, clause = '']) => {
    const [, named = ''] = /\{([^}]*)\}/.exec(clause) ?? [];
    // The default export, or all of it: `React`, `* as React`.
    const wholes = clause.replace(/\{[^}]*\}/, '').match(/[\w$]+(?=\s*(?:,|$))/g) ?? [];
    return [
      ...named
        .split(',')
        .map((each) => each.trim().split(' ')[0]!)
        .filter(Boolean),
      ...wholes.flatMap((whole) => membersOf(whole, code)),
    ];
  });

const membersOf = (object: string, code: string): string[] =>
  [...code.matchAll(new RegExp(`(?<![\\w$.])${object.replaceAll('$', String.raw`\$`)}\\.(\\w+)`, 'g'))].map(
    ([, name]) => name!,
  );

/**
 * Makes three libraries of the portal tree-shakable: React, the icons by a smaller factory, and the router by marking its
 * calls as pure. Otherwise 0.5 kB, 1.4 kB and 3.3 kB of them are on every page, beyond the budget of the course pages
 * (decision 0025). `scripts/size-budget.test.ts` fails when a new release breaks this.
 */
export const leanLibraries = (): Plugin[] => [
  leanReact({ isUsed: (name) => !unusedByPortal.has(name), set: 'unusedByPortal' }),
  {
    name: 'lean-libraries',
    apply: 'build',
    transform(code, id) {
      if (/\/lucide-react\/.*\/createLucideIcon\.m?js$/.test(id))
        return `export { createIcon as default } from ${JSON.stringify(iconMaker)}`;
      // Our factory needs neither keys nor names, present or former, and keys pack badly.
      if (/\/lucide-react\/.*\/icons\//.test(id)) return code.replaceAll(unusedOfIcons, '');
      // Links, forms and prefetching: unused, but created by calls that might have side effects.
      if (/\/react-router\/dist\//.test(id))
        return code.replace(partsOfRouter, '= /* @__PURE__ */ $1').replace(namesOfParts, '');
      return undefined;
    },
  },
];

const attributeNames = /aliases = new Map\(\[[^]*?\]\s*\)/;
const attributeName = /\["(\w+)", "[^"]+"\],?/g;
const eventNames = /(simpleEventPluginEvents =\s*")([\w ]+)"/;

/** Leaves the attributes and events out of React that are none of the words. */
function dropAttributes(code: string, words: ReadonlySet<string>): string {
  const isHeard = (event: string) => {
    const prop = `on${event[0]!.toUpperCase()}${event.slice(1)}`;
    return words.has(prop) || words.has(`${prop}Capture`);
  };
  const withAttributes = code.replace(attributeNames, (table) =>
    table.replace(attributeName, (entry, name: string) => (words.has(name) ? entry : '')),
  );
  return withAttributes.replace(
    eventNames,
    (_, before: string, names: string) => `${before}${names.split(' ').filter(isHeard).join(' ')}"`,
  );
}
