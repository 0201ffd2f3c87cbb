import type { PageTree } from './page-tree.ts';

/** Attribute names and ids in a page's inline scripts. The Inspector does not report these: the page's own code uses them. */
export interface PageScripts<E> {
  /** @returns whether what can be spoken of has changed */
  look(script: E): boolean;
  /** Forgets scripts that have left the page. @returns whether there were any */
  forget(): boolean;
  speakOf: (word: string) => boolean;
}

const isCode = (type: string | null): boolean =>
  type === null || type === '' || type === 'module' || /(?:java|ecma)script$/i.test(type);

export function createPageScripts<E>(tree: PageTree<E>): PageScripts<E> {
  const texts = new Map<E, string>();
  return {
    look(script) {
      const before = texts.get(script);
      const isInline = tree.read(script, 'src') === null && isCode(tree.read(script, 'type'));
      if (isInline) texts.set(script, tree.text(script));
      else texts.delete(script);
      return texts.get(script) !== before;
    },
    forget() {
      const before = texts.size;
      for (const script of texts.keys()) if (!tree.holds(script)) texts.delete(script);
      return texts.size < before;
    },
    speakOf: (word) => [...texts.values()].some((text) => text.includes(word)),
  };
}
