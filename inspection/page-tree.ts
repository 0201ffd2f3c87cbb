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
  /** Whether it still is part of the page. */
  holds(element: E): boolean;
}

export const prefix = 'data-ms-';

/** What stands in `data-ms-<name>`. */
export const readOwn = <E>(tree: PageTree<E>, element: E, name: string): string | null =>
  tree.read(element, prefix + name);

/** @returns the nearest that fits, beginning with the element itself */
export function nearest<E>(tree: PageTree<E>, element: E, fits: (element: E) => boolean): E | undefined {
  for (let at: E | null = element; at !== null; at = tree.parent(at)) if (fits(at)) return at;
  return undefined;
}

/** The nearest around an element, without itself, that has an attribute of ours. */
export function around<E>(tree: PageTree<E>, element: E, name: string): E | undefined {
  const parent = tree.parent(element);
  return parent === null ? undefined : nearest(tree, parent, (each) => readOwn(tree, each, name) !== null);
}

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
