import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SiteFacts } from './finding.ts';
import { createInspection } from './inspection.ts';
import { createElement, find, pageOf, put, remove, tree, write, type Element } from './testing/changing-page.ts';

/** Who follows a page tells what was added or has another attribute; what is gone is noticed. */

const site: SiteFacts = {
  plans: [
    { id: 'pln_free', name: 'Friend', prices: [] },
    { id: 'pln_paid', name: 'Maker', prices: [{ id: 'prc_month' }] },
  ],
  customFields: [{ key: 'phone', visibility: 'PRIVATE' }],
};

const newPage = () => pageOf('<html><head></head><body></body></html>');

/** Everything there is to say, each with the place of its element in the page, in an order of its own. */
function said(root: Element, inspection: ReturnType<typeof createInspection<Element>>): string[] {
  const places = new Map([...tree.within(root)].map((element, at) => [element, at]));
  return inspection
    .findings()
    .map(({ id, type, attribute, value, message, element }) =>
      JSON.stringify([places.get(element!), type, id, attribute, value, message]),
    )
    .toSorted();
}

function saidAfresh(root: Element): string[] {
  const inspection = createInspection(tree, site);
  inspection.lookAt([root]);
  inspection.lookLate();
  return said(root, inspection);
}

const attributes: [name: string, ...values: string[]][] = [
  ['data-ms-form', 'signup', 'login', 'profile', 'comment', 'forgot-password', ''],
  ['data-ms-member', 'email', 'password', 'phone', ''],
  ['data-ms-plan:add', 'pln_free', 'pln_paid', 'pln_gone', 'x', ''],
  ['data-ms-plan', 'pln_free'],
  ['data-ms-price:add', 'prc_month', 'prc_gone'],
  ['data-ms-price:remove', 'all', 'x'],
  ['data-ms-auth-provider', 'google'],
  ['data-ms-action', 'profile-image', 'logout'],
  ['data-ms-channel', 'a'],
  ['data-ms-post', '', 'showThreads'],
  ['data-ms-thread', 'item'],
  ['data-ms-post-creator', 'phone', 'name'],
  ['data-ms-content', 'members', '!members'],
  ['data-ms-modal', 'signup'],
  ['data-ms-redirect', '/a'],
  ['data-ms-app', 'app_1'],
  ['href', '/a', '#'],
  ['redirect', '/a'],
  ['type', 'button', 'submit'],
];
const attribute = fc
  .constantFrom(...attributes)
  .chain(([name, ...values]) => fc.record({ name: fc.constant(name), value: fc.constantFrom(...values) }));
const tags = ['div', 'form', 'input', 'button', 'a', 'script', 'x-field'];
const place = fc.nat();
const edit = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('add' as const),
      place,
      tag: fc.constantFrom(...tags),
      at: fc.nat(3),
      given: fc.array(attribute, { maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('write' as const), place, given: attribute }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('erase' as const), place, which: place }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), place }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('move' as const), place, to: place, at: fc.nat(3) }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

/** @returns what there is to look at afterwards */
function make(root: Element, wanted: Edit): Element[] {
  const all = [...tree.within(root)];
  const inBody = all.filter((each) => !['html', 'head', 'body'].includes(each.tagName));
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];
  if (wanted.act === 'add') {
    const given = Object.fromEntries(wanted.given.map(({ name, value }) => [name, value]));
    const element = createElement(wanted.tag, given);
    put(pick(all.slice(1), wanted.place)!, element, wanted.at);
    return [element];
  }
  const element = pick(inBody, wanted.place);
  if (!element) return [];
  if (wanted.act === 'remove') {
    remove(element);
    return [];
  }
  if (wanted.act === 'move') {
    const within = new Set(tree.within(element));
    put(
      pick(
        all.slice(1).filter((each) => !within.has(each)),
        wanted.to,
      )!,
      element,
      wanted.at,
    );
    return [element];
  }
  if (wanted.act === 'write') write(element, wanted.given.name, wanted.given.value);
  else write(element, pick(tree.attributes(element), wanted.which) ?? 'id', null);
  return [element];
}

test('what is said after any changes is what a fresh look says', () => {
  fc.assert(
    fc.property(fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }), (steps) => {
      const root = newPage();
      const inspection = createInspection(tree, site);
      inspection.lookAt([root]);
      for (const edits of steps) {
        inspection.lookAt(edits.flatMap((each) => make(root, each)));
        inspection.lookLate();
        expect(said(root, inspection)).toEqual(saidAfresh(root));
      }
    }),
    { numRuns: 200 },
  );
});

describe('a change elsewhere that decides', () => {
  const ids = (inspection: ReturnType<typeof createInspection<Element>>) =>
    inspection.findings().flatMap(({ id, type }) => (type === 'found' ? [] : [id]));
  function lookAt(html: string) {
    const root = pageOf(`<html><head></head><body>${html}</body></html>`);
    const inspection = createInspection(tree, site);
    inspection.lookAt([root]);
    return { root, inspection };
  }

  test('a link that comes into a button, and goes', () => {
    const { root, inspection } = lookAt('<div id="it" data-ms-plan:add="pln_free"></div>');
    const link = createElement('a', { href: '/join' });
    expect(ids(inspection)).toEqual(['plan-without-action']);
    put(find(root, 'it'), link);
    inspection.lookAt([link]);
    expect(ids(inspection)).toEqual([]);
    remove(link);
    inspection.lookAt([]);
    expect(ids(inspection)).toEqual(['plan-without-action']);
  });

  test('an install script that comes before another makes that the second', () => {
    const { root, inspection } = lookAt('<script id="old" data-ms-app="a"></script>');
    const script = createElement('script', { 'data-ms-app': 'a' });
    expect(ids(inspection)).toEqual(['misplaced-install-code']);
    put(root.childNodes[0] as Element, script);
    inspection.lookAt([script]);
    expect(inspection.findings()).toMatchObject([{ id: 'duplicate-install-code', element: find(root, 'old') }]);
  });

  test('a field that leaves a form', () => {
    const { root, inspection } = lookAt(
      '<form data-ms-form="login"><input data-ms-member="email"><input id="it" data-ms-member="password"></form>',
    );
    expect(ids(inspection)).toEqual([]);
    remove(find(root, 'it'));
    inspection.lookAt([]);
    expect(ids(inspection)).toEqual(['missing-login-elements']);
  });
});
