import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decides } from './deciding-attributes.ts';
import type { SiteFacts } from './finding.ts';
import { createInspection } from './inspection.ts';
import { isLikeOurs } from './page-tree.ts';
import { createElement, find, pageOf, put, remove, tree, write, type Element } from './testing/changing-page.ts';

/** Who follows a page tells what was added or has another attribute, and from where something was taken. */

const site: SiteFacts = {
  plans: [
    { id: 'pln_free', name: 'Friend', prices: [] },
    { id: 'pln_paid', name: 'Maker', prices: [{ id: 'prc_month' }] },
  ],
  customFields: [{ key: 'phone', visibility: 'PRIVATE' }],
  contentGroups: [],
  authProviders: [{ provider: 'google' }],
};

/** As a browser's, which finds elements with attributes like ours by itself. */
const browserTree: typeof tree = {
  ...tree,
  marked: (element) =>
    [...tree.within(element)].filter((each) => each.tagName === 'script' || tree.attributes(each).some(isLikeOurs)),
};

const newPage = () =>
  pageOf(`<html><head><script>document.querySelector('#clicked').click()</script></head><body></body></html>`);

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
  ['data-ms-contents', 'members'],
  ['ms-content', 'members'],
  ['data-ms-ignore', '', 'unknown-value', 'broken-plan-button field-outside-form'],
  ['data-ms-coupon', 'c'],
  ['data-ms-bind:class', 'x'],
  ['class', 'card', 'card hidden', 'd-none'],
  ['style', 'color: red', 'display: none'],
  ['hidden', ''],
  ['id', 'clicked', 'other'],
  ['action', '/send'],
  ['src', '/widget/v1/intake.js', '/other.js'],
  ['defer', ''],
  ['data-memberstack-app', 'app_1'],
  ['data_ms-content', 'members'],
  ['datamsmember', 'email'],
];
const attribute = fc
  .constantFrom(...attributes)
  .chain(([name, ...values]) => fc.record({ name: fc.constant(name), value: fc.constantFrom(...values) }));
const tags = ['div', 'form', 'form', 'input', 'button', 'a', 'script', 'x-field'];
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

/** What there is to look at afterwards, and from where something was taken. */
interface Made {
  roots: Element[];
  emptied?: Element;
}

function make(root: Element, wanted: Edit): Made {
  const all = [...tree.within(root)];
  const inBody = all.filter((each) => !['html', 'head', 'body'].includes(each.tagName));
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];
  if (wanted.act === 'add') {
    const given = Object.fromEntries(wanted.given.map(({ name, value }) => [name, value]));
    const element = createElement(wanted.tag, given);
    put(pick(all.slice(1), wanted.place)!, element, wanted.at);
    return { roots: [element] };
  }
  const element = pick(inBody, wanted.place);
  if (!element) return { roots: [] };
  const emptied = tree.parent(element)!;
  if (wanted.act === 'remove') {
    remove(element);
    return { roots: [], emptied };
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
    return { roots: [element], emptied };
  }
  const isWrite = wanted.act === 'write';
  const name = isWrite ? wanted.given.name : (pick(tree.attributes(element), wanted.which) ?? 'id');
  const before = tree.read(element, name);
  const now = isWrite ? wanted.given.value : null;
  write(element, name, now);
  return { roots: decides(name, before, now) ? [element] : [] };
}

test('what is said after any changes is what a fresh look says', () => {
  fc.assert(
    fc.property(fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }), (steps) => {
      const root = newPage();
      const inspection = createInspection(browserTree, site);
      inspection.lookAt([root]);
      for (const edits of steps) {
        const made = edits.map((each) => make(root, each));
        inspection.lookAt(
          made.flatMap(({ roots }) => roots),
          made.flatMap(({ emptied }) => emptied ?? []),
        );
        inspection.lookLate();
        expect(said(root, inspection)).toEqual(saidAfresh(root));
      }
    }),
    { numRuns: 400 },
  );
});

test('every attribute that a rule reads is one whose change decides', () => {
  const readByRules = new Set<string>();
  const noting: typeof tree = {
    ...tree,
    read: (element, name) => {
      readByRules.add(name);
      return tree.read(element, name);
    },
  };
  const page = pageOf(`<html><head><script src="/widget/v1/intake.js" data-ms-app="app_1"></script></head><body>
    <form action="/send"><button data-ms-plan:add="pln_free"></button></form><b id="it" data-ms-plan:add="pln_free"></b>
    <form data-ms-form="login"><input type="checkbox" data-ms-member="phone"></form>
    <script>document.querySelector('#it').click()</script></body></html>`);
  const inspection = createInspection(noting, site, { isGated: true });
  inspection.lookAt([page]);
  inspection.lookLate();
  expect([...readByRules]).toEqual(expect.arrayContaining(['action', 'async', 'class', 'defer', 'id', 'src']));
  expect([...readByRules].filter((name) => !decides(name, null, 'display:none hidden'))).toEqual([]);
});

describe('a change elsewhere that decides', () => {
  const ids = (inspection: ReturnType<typeof createInspection<Element>>) =>
    inspection.findings().flatMap(({ id, type }) => (type === 'found' ? [] : [id]));
  function lookAt(html: string) {
    const root = pageOf(`<html><head></head><body>${html}</body></html>`);
    const inspection = createInspection(browserTree, site);
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
    inspection.lookAt([], [find(root, 'it')]);
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
    const form = tree.parent(find(root, 'it'))!;
    remove(find(root, 'it'));
    inspection.lookAt([], [form]);
    expect(ids(inspection)).toEqual(['missing-login-elements']);
  });

  test('what has lost its attributes outside of the page is forgotten when it comes back', () => {
    const { root, inspection } = lookAt('<div id="outer"><p id="it" data-ms-content="zebra"></p></div>');
    const outer = find(root, 'outer');
    const body = tree.parent(outer)!;
    remove(outer);
    write(find(outer, 'it'), 'data-ms-content', null);
    put(body, outer);
    inspection.lookAt([outer], [body]);
    expect(inspection.findings()).toEqual([]);
  });

  test('a script that speaks of an attribute makes it its own wherever it stands', () => {
    const { root, inspection } = lookAt('<b data-ms-stars="4"></b><p id="it"></p>');
    expect(ids(inspection)).toEqual(['unknown-attribute']);
    const script = pageOf('<script>read("data-ms-stars")</script>');
    const inline = [...tree.within(script)].find(({ tagName }) => tagName === 'script');
    put(find(root, 'it'), inline!);
    inspection.lookAt([inline!]);
    expect(ids(inspection)).toEqual([]);
  });
});

test('a change costs what it is about, whatever else stands in the page', () => {
  const readsOfChange = (others: number) => {
    let reads = 0;
    const counting: typeof tree = {
      ...tree,
      read: (element, name) => {
        reads += 1;
        return tree.read(element, name);
      },
    };
    const part = '<a href="/join" data-ms-plan:add="pln_free"></a><form data-ms-form="profile"></form>';
    const root = pageOf(`<html><head></head><body><b id="it"></b>${part.repeat(others)}</body></html>`);
    const inspection = createInspection(counting, site);
    inspection.lookAt([root]);
    reads = 0;
    write(find(root, 'it'), 'data-ms-modal', 'zebra');
    inspection.lookAt([find(root, 'it')]);
    return reads;
  };
  expect(readsOfChange(1_000)).toBe(readsOfChange(1));
});
