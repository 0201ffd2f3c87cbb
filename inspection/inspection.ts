import type { AuthorAttribute } from '../contract/attributes.ts';
import type { Finding, Problem, SiteFacts } from './finding.ts';
import { aboutAttribute, attributeDocumentation, isAuthorAttribute } from './found.ts';
import { nearest, prefix, type PageTree } from './page-tree.ts';
import { isError, problems } from './problems.ts';
import { inspectChoices, inspectWayOn } from './rules/choices.ts';
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
  problems: readonly Problem<E>[];
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
  let aboutInside: Problem<E>[] = [];
  let aboutScripts: Problem<E>[] = [];
  let late: Problem<E>[] = [];
  const page: Page<E> = { tree, site, parts: () => looked.values() };

  function look(element: E): void {
    if (isInstall(tree, element)) scripts.add(element);
    else scripts.delete(element);
    const names = tree
      .attributes(element)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
    looked.delete(element);
    if (names.length === 0) return;
    const form = formOf(page, element);
    const formKind = form === undefined ? undefined : tree.read(form, `${prefix}form`)!.trim();
    const part = { element, names, form, formKind };
    looked.set(element, { ...part, problems: rules.flatMap((rule) => rule(page, part)) });
  }
  function forget(): void {
    for (const element of looked.keys()) if (!tree.holds(element)) looked.delete(element);
    for (const script of scripts) if (!tree.holds(script)) scripts.delete(script);
    late = late.filter(({ element }) => looked.has(element));
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
      // Forms and choices are judged by what stands in them, too; there are few.
      aboutInside = [...looked.values()].flatMap((part) => [...inspectForm(page, part), ...inspectWayOn(page, part)]);
      aboutScripts = inspectInstall(page, inOrder(tree, scripts));
    },
    lookLate() {
      late = [...looked.values()].flatMap((part) => inspectCreator(page, part));
    },
    findings() {
      const wrong = [
        ...[...looked.values()].flatMap((part) => part.problems),
        ...aboutInside,
        ...aboutScripts,
        ...late,
      ];
      const isWrong = (element: E, attribute: string) =>
        wrong.some((each) => each.element === element && each.attribute === attribute);
      const found = [...looked.values()].flatMap(({ element, names }) =>
        names
          .filter((name) => isAuthorAttribute(name))
          .flatMap((name) => {
            const attribute = prefix + name;
            return isWrong(element, attribute) ? [] : [foundFinding(tree, element, name)];
          }),
      );
      return [...wrong.map((problem) => problemFinding(tree, problem)), ...found];
    },
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
