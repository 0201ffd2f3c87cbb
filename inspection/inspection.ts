import type { AuthorAttribute } from '../shared/attributes.ts';
import type { Finding, Problem, SiteFacts } from './finding.ts';
import { aboutAttribute, attributeDocumentation, isAuthorAttribute } from './found.ts';
import { isIgnored } from './ignoring.ts';
import { isLikeOurs, nearest, prefix, type Address, type PageTree } from './page-tree.ts';
import { isToldAlone } from './more-problems.ts';
import { isError, problems } from './problems.ts';
import { inspectChoices, inspectWayOn, makesChoice } from './rules/choices.ts';
import { inspectComments, inspectCreator } from './rules/comments.ts';
import { inspectFields, inspectStrayField, inspectUnsentField, isStrayField } from './rules/fields.ts';
import { inspectGatedPage } from './rules/gated-pages.ts';
import { formOf, inspectForm, inspectLoginField, inspectPicture } from './rules/forms.ts';
import { inspectInstall, isInstall } from './rules/install.ts';
import { createPageScripts } from './page-scripts.ts';
import type { Page, Part, Rule } from './rules/page-part.ts';
import { inspectNestedForm, inspectPairs, inspectRedirect } from './rules/pairs.ts';
import { inspectValues } from './rules/values.ts';
import { hasUnknownName, inspectNames, inspectWords } from './rules/words.ts';

/** Looks at a page, and at what changes of it. */
export interface Inspection<E> {
  /**
   * Looks anew at these elements and everything in them.
   *
   * @param emptied elements from which something was taken; what has left the page is forgotten
   */
  lookAt(roots: Iterable<E>, emptied?: Iterable<E>): void;
  /** Looks at what is told only after a while: private fields. Until then nothing is said of them. */
  lookLate(): void;
  /** Looks anew at what is about the whole page: its address has changed. */
  lookAtAddress(): void;
  /** Everything there is to say, problems before what was found. */
  findings(): Finding<E>[];
}

const rules: readonly Rule[] = [
  inspectValues,
  inspectChoices,
  inspectPicture,
  inspectLoginField,
  inspectComments,
  inspectWords,
  inspectUnsentField,
  inspectPairs,
  inspectRedirect,
  inspectNestedForm,
];
/** Rules that look at more than an element and what stands around it: at what stands in it, or at scripts of the page. */
const rulesOfInside = <E>(tree: PageTree<E>, part: Part<E>): readonly Rule[] => [
  ...(part.names.includes('form') ? [inspectForm, inspectFields] : []),
  ...(makesChoice(part) ? [inspectWayOn] : []),
  ...(isStrayField(tree, part) ? [inspectStrayField] : []),
  ...(hasUnknownName(part) ? [inspectNames] : []),
];

/** Read at each look, so that a page may be followed through its routes by getters. */
export interface InspectionOptions {
  /** Where the page lies: redirects are compared with its site. */
  address?: Address;
  /** Whether a content group of the site names the address; undefined where that is not known. */
  isGated?: boolean | undefined;
}

interface Looked<E> extends Part<E> {
  insideRules: readonly Rule[];
  /** What is wrong with it by itself, because of what stands in it, and what is told late. */
  problems: Record<'own' | 'inside' | 'late', readonly Problem<E>[]>;
  /** What there is to say of it, as long as nothing of it has changed. */
  said: Record<'wrong' | 'found', readonly Finding<E>[]> | undefined;
}

/**
 * @param site undefined where the settings are not known; then no ids and fields are compared
 * @example
 * const inspection = createInspection(tree, app);
 * inspection.lookAt([root]);
 * inspection.findings();
 */
export function createInspection<E>(
  tree: PageTree<E>,
  site: SiteFacts | undefined,
  options: InspectionOptions = {},
): Inspection<E> {
  const ignored = site?.inspectorIgnores ?? [];
  const pageScripts = createPageScripts(tree);
  const looked = new Map<E, Looked<E>>();
  const scripts = new Set<E>();
  let aboutScripts: Problem<E>[] = [];
  let byForm = new Map<E | undefined, Part<E>[]>();
  /** What a look has found changed beside the elements it was about. */
  let changed = { hasScripts: false, hasTexts: false };
  const page: Page<E> = {
    tree,
    site,
    get address() {
      return options.address;
    },
    get isGated() {
      return options.isGated;
    },
    partsIn: (form) => byForm.get(form) ?? [],
    isSpokenOf: pageScripts.speakOf,
  };

  /** @returns undefined for an element that nothing can be said of */
  function look(element: E): Looked<E> | undefined {
    const tag = tree.name(element);
    if (tag === 'script') lookAtScript(element);
    const { names, strays } = namesOf(tree, element);
    if (names.length + strays.length === 0 && !(tag === 'form' && tree.hasLostForm?.(element))) {
      looked.delete(element);
      return undefined;
    }
    const form = formOf(page, element);
    const formKind = form === undefined ? undefined : tree.read(form, `${prefix}form`)!.trim();
    const part = { element, names, strays, form, formKind };
    const own = rules.flatMap((rule) => rule(page, part));
    const late = looked.get(element)?.problems.late ?? [];
    const made = {
      ...part,
      insideRules: rulesOfInside(tree, part),
      problems: { own, inside: [], late },
      said: undefined,
    };
    looked.set(element, made);
    return made;
  }
  function lookAtScript(element: E): void {
    changed.hasScripts = true;
    if (pageScripts.look(element)) changed.hasTexts = true;
    if (isInstall(tree, element)) scripts.add(element);
    else scripts.delete(element);
  }
  function lookAtScripts(): void {
    const inPage = inOrder(tree, scripts);
    aboutScripts = [...inspectInstall(page, inPage), ...inspectGatedPage(page, inPage)];
  }
  function lookInside(parts: Iterable<Looked<E>>): void {
    byForm = Map.groupBy(looked.values(), ({ form }) => form);
    for (const part of parts)
      if (part.insideRules.length > 0)
        keep(
          part,
          'inside',
          part.insideRules.flatMap((rule) => rule(page, part)),
        );
  }
  /** What an element is in has other things in it now. */
  function addAround(element: E, parts: Set<Looked<E>>): void {
    for (let at: E | null = element; at !== null; at = tree.parent(at)) {
      const part = looked.get(at);
      if (part) parts.add(part);
    }
  }
  function keep(part: Looked<E>, kind: 'inside' | 'late', wrong: readonly Problem<E>[]): void {
    if (isSame(part.problems[kind], wrong)) return;
    part.problems[kind] = wrong;
    part.said = undefined;
  }
  /** Outside of the page an element loses its attributes unseen. */
  function forget(): void {
    for (const element of looked.keys()) if (!tree.holds(element) || !isMarked(tree, element)) looked.delete(element);
    for (const script of scripts)
      if (!tree.holds(script)) {
        scripts.delete(script);
        changed.hasScripts = true;
      }
    if (pageScripts.forget()) changed.hasTexts = true;
  }

  return {
    lookAt(roots, emptied = []) {
      changed = { hasScripts: false, hasTexts: false };
      const other = new Set<Looked<E>>();
      const seen = new Set<E>();
      const places = [...emptied];
      if (places.length > 0) forget();
      for (const root of roots) {
        if (!tree.holds(root) || seen.has(root)) continue;
        const elements = (tree.marked ?? tree.within)(root);
        // What has lost its attributes is forgotten; what the tree leaves out is not looked at as a root either.
        for (const element of looked.has(root) ? [root, ...elements] : elements) {
          if (seen.has(element)) continue;
          seen.add(element);
          const part = look(element);
          if (part) other.add(part);
        }
        places.push(root);
      }
      for (const place of places) addAround(place, other);
      lookInside(changed.hasTexts ? looked.values() : other);
      if (changed.hasScripts) lookAtScripts();
    },
    lookAtAddress: lookAtScripts,
    lookLate() {
      for (const part of looked.values()) keep(part, 'late', inspectCreator(page, part));
    },
    findings() {
      const said = [...looked.values()].map((part) => (part.said ??= sayOf(tree, part, ignored)));
      return [
        ...said.flatMap(({ wrong }) => wrong),
        ...aboutScripts
          .filter((problem) => !isIgnored(tree, problem, ignored))
          .map((problem) => problemFinding(tree, problem)),
        ...said.flatMap(({ found }) => found),
      ];
    },
  };
}

const isMarked = <E>(tree: PageTree<E>, element: E): boolean =>
  tree.attributes(element).some(isLikeOurs) || tree.hasLostForm?.(element) === true;

/** One pass over the attributes: a large page has tens of thousands. */
function namesOf<E>(tree: PageTree<E>, element: E): Pick<Part<E>, 'names' | 'strays'> {
  const names: string[] = [];
  const strays: string[] = [];
  for (const name of tree.attributes(element))
    if (name.startsWith(prefix)) names.push(name.slice(prefix.length));
    else if (isLikeOurs(name)) strays.push(name);
  return { names, strays };
}

const isSame = <E>(some: readonly Problem<E>[], others: readonly Problem<E>[]): boolean =>
  some.length === others.length &&
  some.every(({ id, attribute, message }, at) => {
    const other = others[at]!;
    return id === other.id && attribute === other.attribute && message === other.message;
  });

/** Of an attribute with another problem it is not told besides that its word is not known. */
const withoutRepeats = <E>(wrong: readonly Problem<E>[]): Problem<E>[] =>
  wrong.filter(
    ({ id, attribute }) =>
      !isToldAlone(id) || wrong.every((other) => other.attribute !== attribute || isToldAlone(other.id)),
  );

function sayOf<E>(
  tree: PageTree<E>,
  { element, names, problems: { own, inside, late } }: Looked<E>,
  ignored: readonly string[],
) {
  const wrong = withoutRepeats([...own, ...inside, ...late]);
  const right = names
    .filter((name) => isAuthorAttribute(name))
    .filter((name) => !wrong.some(({ attribute }) => attribute === prefix + name));
  return {
    wrong: wrong
      .filter((problem) => !isIgnored(tree, problem, ignored))
      .map((problem) => problemFinding(tree, problem)),
    found: right.map((name) => foundFinding(tree, element, name)),
  };
}

/** As they stand in the page, whenever they came there. */
function inOrder<E>(tree: PageTree<E>, elements: ReadonlySet<E>): E[] {
  const [first, ...others] = elements;
  if (first === undefined || others.length === 0) return [...elements];
  const root = nearest(tree, first, (each) => tree.parent(each) === null) ?? first;
  return [...tree.within(root)].filter((each) => elements.has(each));
}

function problemFinding<E>(
  tree: PageTree<E>,
  { id, element, attribute, message, title = problems[id].title, instead }: Problem<E>,
): Finding<E> {
  return {
    ...problems[id],
    id,
    title,
    type: isError(id) ? 'error' : 'warning',
    documentation: `/docs/inspector#${id}`,
    attribute,
    value: attribute === null ? null : tree.read(element, attribute),
    message,
    element,
    instead,
  };
}

function foundFinding<E>(tree: PageTree<E>, element: E, name: AuthorAttribute): Finding<E> {
  const attribute = prefix + name;
  const value = tree.read(element, attribute) ?? '';
  return {
    ...aboutAttribute(name, value),
    id: attribute,
    type: 'found',
    help: [],
    documentation: attributeDocumentation(name),
    attribute,
    value,
    message: value === '' ? attribute : `${attribute}="${value}"`,
    element,
    instead: undefined,
  };
}
