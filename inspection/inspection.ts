import type { AuthorAttribute } from '../shared/attributes.ts';
import type { Finding, Problem, SiteFacts } from './finding.ts';
import { aboutAttribute, attributeDocumentation, isAuthorAttribute } from './found.ts';
import { nearest, prefix, type PageTree } from './page-tree.ts';
import { isError, problems } from './problems.ts';
import { inspectChoices, inspectWayOn, makesChoice } from './rules/choices.ts';
import { inspectComments, inspectCreator } from './rules/comments.ts';
import { formOf, inspectForm, inspectLoginField, inspectPicture } from './rules/forms.ts';
import { inspectInstall, isInstall } from './rules/install.ts';
import type { Page, Part, Rule } from './rules/page-part.ts';
import { inspectValues } from './rules/values.ts';

/** Looks at a page, and at what changes of it. */
export interface Inspection<E> {
  /** Looks anew at these elements and everything in them, and forgets what has left the page. */
  lookAt(roots: Iterable<E>): void;
  /** Looks at what is told only after a while: private fields. Until then nothing is said of them. */
  lookLate(): void;
  /** Everything there is to say, problems before what was found. */
  findings(): Finding<E>[];
}

const rules: readonly Rule[] = [inspectValues, inspectChoices, inspectPicture, inspectLoginField, inspectComments];

interface Looked<E> extends Part<E> {
  /** Forms and choices are judged by what stands in them, too. */
  isJudgedByInside: boolean;
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
export function createInspection<E>(tree: PageTree<E>, site: SiteFacts | undefined): Inspection<E> {
  const looked = new Map<E, Looked<E>>();
  const scripts = new Set<E>();
  let aboutScripts: Problem<E>[] = [];
  let byForm = new Map<E | undefined, Part<E>[]>();
  const page: Page<E> = { tree, site, partsIn: (form) => byForm.get(form) ?? [] };

  function look(element: E): void {
    if (isInstall(tree, element)) scripts.add(element);
    else scripts.delete(element);
    const names = tree
      .attributes(element)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
    if (names.length === 0) {
      looked.delete(element);
      return;
    }
    const form = formOf(page, element);
    const formKind = form === undefined ? undefined : tree.read(form, `${prefix}form`)!.trim();
    const part = { element, names, form, formKind };
    const own = rules.flatMap((rule) => rule(page, part));
    const late = looked.get(element)?.problems.late ?? [];
    looked.set(element, {
      ...part,
      isJudgedByInside: isJudgedByInside(part),
      problems: { own, inside: [], late },
      said: undefined,
    });
  }
  function lookInside(): void {
    byForm = Map.groupBy(looked.values(), ({ form }) => form);
    for (const part of looked.values())
      if (part.isJudgedByInside) keep(part, 'inside', [...inspectForm(page, part), ...inspectWayOn(page, part)]);
  }
  function keep(part: Looked<E>, kind: 'inside' | 'late', wrong: readonly Problem<E>[]): void {
    if (isSame(part.problems[kind], wrong)) return;
    part.problems[kind] = wrong;
    part.said = undefined;
  }
  function forget(): void {
    for (const element of looked.keys()) if (!tree.holds(element)) looked.delete(element);
    for (const script of scripts) if (!tree.holds(script)) scripts.delete(script);
  }

  return {
    lookAt(roots) {
      forget();
      const seen = new Set<E>();
      for (const root of roots) {
        if (!tree.holds(root) || seen.has(root)) continue;
        for (const element of tree.within(root)) {
          seen.add(element);
          look(element);
        }
      }
      lookInside();
      aboutScripts = inspectInstall(page, inOrder(tree, scripts));
    },
    lookLate() {
      for (const part of looked.values()) keep(part, 'late', inspectCreator(page, part));
    },
    findings() {
      const said = [...looked.values()].map((part) => (part.said ??= sayOf(tree, part)));
      return [
        ...said.flatMap(({ wrong }) => wrong),
        ...aboutScripts.map((problem) => problemFinding(tree, problem)),
        ...said.flatMap(({ found }) => found),
      ];
    },
  };
}

const isJudgedByInside = (part: Part<unknown>): boolean => part.names.includes('form') || makesChoice(part);

const isSame = <E>(some: readonly Problem<E>[], others: readonly Problem<E>[]): boolean =>
  some.length === others.length &&
  some.every(({ id, attribute, message }, at) => {
    const other = others[at]!;
    return id === other.id && attribute === other.attribute && message === other.message;
  });

function sayOf<E>(tree: PageTree<E>, { element, names, problems: { own, inside, late } }: Looked<E>) {
  const wrong = [...own, ...inside, ...late];
  const right = names
    .filter((name) => isAuthorAttribute(name))
    .filter((name) => !wrong.some(({ attribute }) => attribute === prefix + name));
  return {
    wrong: wrong.map((problem) => problemFinding(tree, problem)),
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

function problemFinding<E>(tree: PageTree<E>, { id, element, attribute, message }: Problem<E>): Finding<E> {
  return {
    ...problems[id],
    id,
    type: isError(id) ? 'error' : 'warning',
    documentation: `/docs/inspector#${id}`,
    attribute,
    value: attribute === null ? null : tree.read(element, attribute),
    message,
    element,
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
  };
}
