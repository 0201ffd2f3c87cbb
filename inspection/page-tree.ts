/** A page as the rules see it: a document in a browser, or a file that was parsed. */
export interface PageTree<E> {
  /** The tag's name in small letters. */
  name(element: E): string;
  /** Names of all attributes. */
  attributes(element: E): readonly string[];
  /** A value, null where the attribute is missing. */
  read(element: E, attribute: string): string | null;
  parent(element: E): E | null;
  /** The element and everything below it, as its author wrote it, in its order. */
  within(element: E): Iterable<E>;
  /** Those of `within` that may have attributes of ours, and scripts: where a tree finds them faster than one by one. */
  marked?(element: E): Iterable<E>;
  /** The nearest with an attribute, beginning with the element itself: where a tree finds it faster than one by one. */
  nearestWith?(element: E, attribute: string): E | null;
  /** Whether it still is part of the page. */
  holds(element: E): boolean;
  /** What stands in a script. */
  text(element: E): string;
  /** Whether a parser has dropped a form that was written inside this one: HTML has no form in a form. */
  hasLostForm?(form: E): boolean;
}

export const prefix = 'data-ms-';

/** Whether an attribute begins as ours do, or with what people write in place of that. */
export const isLikeOurs = (name: string): boolean => /^(?:data[_.-]?)?ms[-_.]|^datams[a-z]/.test(name);

/** What stands in `data-ms-<name>`. */
export const readOwn = <E>(tree: PageTree<E>, element: E, name: string): string | null =>
  tree.read(element, prefix + name);

/** @returns the nearest that fits, beginning with the element itself */
export function nearest<E>(tree: PageTree<E>, element: E, fits: (element: E) => boolean): E | undefined {
  for (let at: E | null = element; at !== null; at = tree.parent(at)) if (fits(at)) return at;
  return undefined;
}

/** The nearest that has an attribute of ours, beginning with the element itself. */
const nearestOwn = <E>(tree: PageTree<E>, element: E, name: string): E | undefined =>
  tree.nearestWith
    ? (tree.nearestWith(element, prefix + name) ?? undefined)
    : nearest(tree, element, (each) => readOwn(tree, each, name) !== null);

/** The nearest around an element, without itself, that has an attribute of ours. */
export function around<E>(tree: PageTree<E>, element: E, name: string): E | undefined {
  const parent = tree.parent(element);
  return parent === null ? undefined : nearestOwn(tree, parent, name);
}

/** Where a page lies, undefined where that is not known: `https://club.example/join`. */
export type Address = string | undefined;

/** The opening tag with all its attributes, one of them written anew or added. As HTML, to be copied. */
export function mendedTag<E>(
  tree: PageTree<E>,
  element: E,
  attribute: string,
  { name, value }: { name: string; value: string },
): string {
  const written = new Map(tree.attributes(element).map((each) => [each, tree.read(element, each) ?? '']));
  const parts = [...written].flatMap(([each, own]) => {
    if (each === attribute) return inHtml(prefix + name, value);
    // It would stand there twice.
    return each === prefix + name ? [] : inHtml(each, own);
  });
  if (!written.has(attribute)) parts.push(inHtml(prefix + name, value));
  return `<${[tree.name(element), ...parts].join(' ')}>`;
}

const inHtml = (name: string, value: string): string =>
  value === '' ? name : `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** How much of a value is shown. Characters. */
const shownLength = 60;

/** The opening tag of an element with what tells it apart from others, for people: `<a id="join" data-ms-plan:add="pln_1">`. */
export function openingTag<E>(tree: PageTree<E>, element: E): string {
  const names = tree
    .attributes(element)
    .filter((name) => ['id', 'class', 'name', 'href', 'src'].includes(name) || name.startsWith(prefix));
  const parts = names.map((name) => {
    const value = tree.read(element, name) ?? '';
    if (value === '') return name;
    return `${name}="${value.length > shownLength ? `${value.slice(0, shownLength - 1)}…` : value}"`;
  });
  return `<${[tree.name(element), ...parts].join(' ')}>`;
}
