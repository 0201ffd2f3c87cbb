import { expect, test } from 'vitest';
import { isLikeOurs, type PageTree } from '../../inspection/page-tree.ts';
import { arrive, find } from '../testing/visit.ts';
import { takeTemplate } from '../comments/template.ts';
import { createInspection } from '../../inspection/inspection.ts';
import { pageAsWritten } from './page-as-written.ts';

/**
 * A page from which pieces were taken: what a visitor may not see, one in it, and the template of a comment with its
 * copies, one of which has lost a piece, too.
 */
function pageWithPieces(post = ''): { tree: PageTree<Element>; root: Element; pieceOfCopy: Element } {
  arrive(`
    <section data-ms-channel="talk"><article data-ms-post="${post}"><b data-ms-post="content"></b><s data-ms-content="verified"></s></article></section>
    <div id="gated" data-ms-content="members"><form data-ms-form="login"><p><i id="deep" data-ms-member="email"></i></p>
      <em id="inner" data-ms-content="verified"><u ms-content="x"></u></em></form></div>
    <p class="plain">Words</p><script>0</script><b data-id="4"></b>`);
  const left = { takenOut: new Map<Comment, HTMLElement>(), templates: new Map<Comment, HTMLElement>() };
  const take = (selector: string, into: Map<Comment, HTMLElement>) => {
    const element = find(selector);
    const place = new Comment('');
    element.replaceWith(place);
    into.set(place, element);
  };
  take('#inner', left.takenOut);
  take('#gated', left.takenOut);
  const { anchor, model, copy } = takeTemplate(find('section'), 'post', left.takenOut)!;
  left.templates.set(anchor, model);
  anchor.before(copy(), copy());
  const pieceOfCopy = find('s');
  take('s', left.takenOut);
  return { tree: pageAsWritten(left), root: document.body, pieceOfCopy };
}

const described = (tree: PageTree<Element>, elements: Iterable<Element>) =>
  [...elements].map((element) => [tree.name(element), ...tree.attributes(element)].join(' '));

const templates = ['', 'item', 'container'];

test.each(templates)('a page as written has what was taken out, and no copies of a template "%s"', (post) => {
  const { tree, root } = pageWithPieces(post);
  expect(described(tree, tree.within(root)).slice(1)).toEqual([
    'section data-ms-channel',
    'article data-ms-post',
    'b data-ms-post',
    's data-ms-content',
    'div id data-ms-content',
    'form data-ms-form',
    'p',
    'i id data-ms-member',
    'em id data-ms-content',
    'u ms-content',
    'p class',
    'script',
    'b data-id',
  ]);
});

test.each(templates)('of a template "%s" nothing is found in its copies, whichever element is looked at', (post) => {
  const { tree, root, pieceOfCopy } = pageWithPieces(post);
  const inspection = createInspection(tree, undefined);
  inspection.lookAt([root]);
  const before = inspection.findings().length;
  const copies = [...document.querySelectorAll('article')];
  expect(copies).toHaveLength(2);
  inspection.lookAt([...copies, ...copies.flatMap((each) => [...each.children]), pieceOfCopy]);
  expect(inspection.findings()).toHaveLength(before);
});

test('what is marked are the elements with attributes like ours, and scripts', () => {
  const { tree, root } = pageWithPieces();
  const slow = [...tree.within(root)].filter(
    (each) => tree.name(each) === 'script' || tree.attributes(each).some(isLikeOurs),
  );
  expect([...tree.marked!(root)]).toEqual(slow);
  expect(slow).toHaveLength(10);
});

test('the nearest with an attribute is found through the places of pieces, as step by step', () => {
  const { tree, root } = pageWithPieces();
  const stepByStep = (element: Element, attribute: string) => {
    for (let at: Element | null = element; at !== null; at = tree.parent(at))
      if (tree.read(at, attribute) !== null) return at;
    return null;
  };
  for (const element of tree.within(root))
    for (const attribute of ['data-ms-content', 'data-ms-form', 'data-ms-channel', 'class'])
      expect(tree.nearestWith!(element, attribute)).toBe(stepByStep(element, attribute));
});
