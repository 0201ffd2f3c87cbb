import { describe, expect, test } from 'vitest';
import type { SiteFacts } from './finding.ts';
import { createInspection } from './inspection.ts';
import { wholePage, find, pageOf, problemsIn, tree } from './testing/changing-page.ts';

const site: SiteFacts = {
  plans: [
    { id: 'pln_free', name: 'Friend', prices: [] },
    { id: 'pln_second', name: 'Reader', prices: [] },
    { id: 'pln_paid', name: 'Maker', prices: [{ id: 'prc_month' }, { id: 'prc_year' }] },
  ],
  customFields: [
    { key: 'first-name', visibility: 'PUBLIC' },
    { key: 'workshop', visibility: 'MEMBERS' },
    { key: 'phone', visibility: 'PRIVATE' },
    { key: 'name', visibility: 'PUBLIC' },
  ],
  contentGroups: [{ key: 'workshop-plans', urls: [] }],
  authProviders: [{ provider: 'google' }],
};
const inBody = (html: string, facts: SiteFacts | undefined = site) => problemsIn(wholePage(html), facts);

/** Markup, and what is wrong with it. */
type Fact = [html: string, ...problems: string[]];
const facts = (rows: Fact[]) => test.for(rows)('%s', ([html, ...problems]) => expect(inBody(html)).toEqual(problems));

const link = (attributes: string) => `<a href="/join" ${attributes}>Join</a>`;

describe('plan attributes', () => {
  facts([
    [link('data-ms-plan:add="pln_free"')],
    [link('data-ms-plan:update="pln_free"')],
    [link('data-ms-plan:remove="pln_free"')],
    // Letters of any size: HTML makes them small.
    [link('DATA-MS-PLAN:ADD="pln_free"')],
    [link('data-ms-plan="pln_free"'), 'broken-plan-suffix'],
    [link('data-ms-plan'), 'broken-plan-suffix'],
    [link('data-ms-plan:="pln_free"'), 'broken-plan-suffix'],
    [link('data-ms-plan:join="pln_free"'), 'broken-plan-suffix'],
    [link('data-ms-plan-add="pln_free"'), 'broken-plan-suffix'],
    [link('data-ms-plan-update="pln_free"'), 'broken-plan-suffix'],
    [link('data-ms-plan-remove="pln_free"'), 'broken-plan-suffix'],
    // Not about plans.
    [link('data-ms-planet="mars"'), 'unknown-attribute'],
    [link('data-ms-plan-name="Friend"'), 'unknown-attribute'],
    [link('data-plan="pln_free"')],
    [link('data-ms-plan:add="friend"'), 'broken-plan-button'],
    [link('data-ms-plan:update="friend"'), 'broken-plan-button'],
    [link('data-ms-plan:remove="friend"'), 'broken-plan-button'],
    [link('data-ms-plan:remove="all"'), 'broken-plan-button'],
    [link('data-ms-plan:add="prc_month"'), 'broken-plan-button'],
    [link('data-ms-plan:add="PLN_free"'), 'broken-plan-button'],
    [link('data-ms-plan:add=""'), 'missing-attribute-value'],
    [link('data-ms-plan:update'), 'missing-attribute-value'],
    [link('data-ms-plan:remove="  "'), 'missing-attribute-value'],
    [link('data-ms-plan:add="pln_free,pln_second"')],
    [link('data-ms-plan:add=" pln_free , pln_second "')],
    [link('data-ms-plan:add="pln_free,friend"'), 'broken-plan-button'],
    [link('data-ms-plan:add="pln_free,pln_gone"'), 'incorrect-plan-id'],
    [link('data-ms-plan:add="pln_gone"'), 'incorrect-plan-id'],
    [link('data-ms-plan:update="pln_gone"'), 'incorrect-plan-id'],
    [link('data-ms-plan:remove="pln_gone"'), 'incorrect-plan-id'],
    // What costs something is chosen by its price.
    [link('data-ms-plan:add="pln_paid"'), 'incorrect-plan-id'],
  ]);
});

describe('price attributes', () => {
  facts([
    [link('data-ms-price:add="prc_month"')],
    [link('data-ms-price:update="prc_year"')],
    [link('data-ms-price:remove="all"')],
    ['<button type="button" data-ms-price:remove="all">Not now</button>'],
    [link('data-ms-price="prc_month"'), 'broken-price-suffix'],
    [link('data-ms-price-add="prc_month"'), 'broken-price-suffix'],
    [link('data-ms-price-remove="all"'), 'broken-price-suffix'],
    [link('data-ms-prices="prc_month"'), 'unknown-attribute'],
    [link('data-ms-price:add="pln_paid"'), 'broken-price-button'],
    [link('data-ms-price:update="monthly"'), 'broken-price-button'],
    [link('data-ms-price:add="all"'), 'broken-price-button'],
    // The first alone would be paid.
    [link('data-ms-price:add="prc_month,prc_year"'), 'broken-price-button'],
    [link('data-ms-price:update="prc_month, prc_year"'), 'broken-price-button'],
    [link('data-ms-price:remove="prc_month"'), 'broken-price-button'],
    [link('data-ms-price:remove="ALL"'), 'broken-price-button'],
    [link('data-ms-price:remove=" all "'), 'broken-price-button'],
    [link('data-ms-price:remove=""'), 'missing-attribute-value'],
    [link('data-ms-price:add="prc_gone"'), 'incorrect-price-id'],
    [link('data-ms-price:update="prc_gone"'), 'incorrect-price-id'],
    [link('data-ms-plan:add="pln_free" data-ms-price:add="prc_gone"'), 'incorrect-price-id'],
    [link('data-ms-plan="pln_free" data-ms-price="prc_month"'), 'broken-plan-suffix', 'broken-price-suffix'],
  ]);
});

test('without the settings of a site no id is compared', () => {
  for (const html of [link('data-ms-plan:add="pln_gone"'), link('data-ms-price:add="prc_gone"')])
    expect(problemsIn(wholePage(html))).toEqual([]);
});

describe('a choice leads a visitor on', () => {
  const button = (attributes = '') => `<button type="button" data-ms-plan:add="pln_free" ${attributes}>Join</button>`;
  facts([
    [button(), 'plan-without-action'],
    ['<div data-ms-plan:update="pln_free">Join</div>', 'plan-without-action'],
    ['<button type="button" data-ms-price:add="prc_month">Join</button>', 'price-without-action'],
    ['<button type="button" data-ms-price:update="prc_month">Join</button>', 'price-without-action'],
    ['<button type="button" data-ms-plan:remove="pln_free">Leave</button>'],
    [button('data-ms-modal="signup"')],
    [`<a href="/join">${button()}</a>`],
    ['<div data-ms-plan:add="pln_free"><a href="/join">Join</a></div>'],
    ['<a data-ms-plan:add="pln_free">Join</a>', 'plan-without-action'],
    ['<a href="" data-ms-plan:add="pln_free">Join</a>', 'plan-without-action'],
    ['<a href="#" data-ms-plan:add="pln_free">Join</a>', 'plan-without-action'],
    ['<a href=" # " data-ms-plan:add="pln_free">Join</a>', 'plan-without-action'],
    ['<a href="JavaScript:void(0)" data-ms-plan:add="pln_free">Join</a>', 'plan-without-action'],
    ['<a href="#join" data-ms-plan:add="pln_free">Join</a>'],
    ['<a href="#" data-ms-plan:add="pln_free" data-ms-modal="login">Join</a>'],
    // No visitor ever sees it.
    [button('data-ms-content="members"')],
    [`<section data-ms-content="paid-plans"><div>${button()}</div></section>`],
    [button('data-ms-content="!members"'), 'plan-without-action'],
    // Opposites that are about members alone, and those that visitors see as well.
    [button('data-ms-content="!no-plans"')],
    [button('data-ms-content="!is-trialing"')],
    [button('data-ms-content="!paid-plans"'), 'plan-without-action'],
    [button('data-ms-content="!verified"'), 'plan-without-action'],
    // It changes its looks, and stays for everybody.
    [button('data-ms-content="members" data-ms-bind:class="mine"'), 'plan-without-action'],
    [`<div data-ms-content="members" data-ms-bind:style="color:red">${button()}</div>`, 'plan-without-action'],
    // Sent with the form around it.
    [
      '<form data-ms-form="signup"><input data-ms-member="email"><input data-ms-member="password"><button data-ms-plan:add="pln_free">Join</button></form>',
    ],
    [`<form data-ms-form="signup"><input data-ms-member="email"><input data-ms-member="password">${button()}</form>`],
    [
      `<form data-ms-form="passwordless-login"><input data-ms-member="email"><input data-ms-member="token" data-ms-passwordless="step-2">${button()}</form>`,
    ],
    [`<form data-ms-form="profile">${button()}</form>`, 'plan-without-action'],
    ['<form action="/join"><button data-ms-plan:add="pln_free">Join</button></form>'],
    ['<form action=" "><button data-ms-plan:add="pln_free">Join</button></form>', 'plan-without-action'],
    [`<form action="/join">${button()}</form>`, 'plan-without-action'],
    ['<form action="/join"><div data-ms-price:add="prc_month">Join</div></form>', 'price-without-action'],
    [
      '<form data-ms-form="signup" data-ms-price:add="prc_month"><input data-ms-member="email"><input data-ms-member="password"></form>',
    ],
  ]);
});

describe('social buttons', () => {
  facts([
    ['<button data-ms-auth-provider="google">Google</button>'],
    ['<button data-ms-auth-provider="google" data-ms-plan:add="pln_free">Google</button>', 'plan-on-social-auth'],
    ['<button data-ms-auth-provider="google" data-ms-price:add="prc_month">Google</button>', 'plan-on-social-auth'],
    // The first thing to mend is told, and it once.
    [
      '<button data-ms-auth-provider="google" data-ms-plan="x" data-ms-price:add="prc_gone">Google</button>',
      'plan-on-social-auth',
    ],
    ['<form data-ms-form="signup" data-ms-plan:add="pln_free"><a data-ms-auth-provider="google">Google</a></form>'],
  ]);
});

describe('picture buttons', () => {
  const picture = '<button type="button" data-ms-action="profile-image">Picture</button>';
  const fields = '<input data-ms-member="email"><input data-ms-member="password">';
  facts([
    [picture],
    [`<form data-ms-form="profile">${picture}</form>`, 'image-inside-profile-form'],
    [`<form data-ms-form="profile"><div><span>${picture}</span></div></form>`, 'image-inside-profile-form'],
    [`<form data-ms-form="signup">${fields}${picture}</form>`, 'image-inside-signup-form'],
    [`<div data-ms-channel="a"><form data-ms-form="comment">${picture}</form></div>`, 'image-inside-comment-form'],
    [`<div data-ms-channel="a"><form data-ms-form="post">${picture}</form></div>`, 'image-inside-comment-form'],
    [
      `<div data-ms-channel="a"><div data-ms-post><form data-ms-form="thread">${picture}</form></div></div>`,
      'image-inside-comment-form',
    ],
    // In these nothing is said against it.
    [`<form data-ms-form="email"><input data-ms-member="email">${picture}</form>`],
    [`<form>${picture}</form>`],
    ['<form data-ms-form="profile"><button type="button" data-ms-action="logout">Out</button></form>'],
    ['<form data-ms-form="profile"><img data-ms-member="profile-image"></form>'],
  ]);
});

describe('log-in and sign-up forms', () => {
  const email = '<input data-ms-member="email">';
  const password = '<input data-ms-member="password">';
  const code = '<input data-ms-member="token" data-ms-passwordless="step-2">';
  facts([
    [`<form data-ms-form="login">${email}${password}</form>`],
    [`<form data-ms-form="login">${email}</form>`, 'missing-login-elements'],
    [`<form data-ms-form="login">${password}</form>`, 'missing-login-elements'],
    ['<form data-ms-form="login"></form>', 'missing-login-elements'],
    ['<form data-ms-form="login"><input type="email" name="email"></form>', 'missing-login-elements'],
    ['<form data-ms-form="login"><a data-ms-auth-provider="google">Google</a></form>'],
    // A word on the page is no field.
    [`<form data-ms-form="login"><p data-ms-member="email"></p>${password}</form>`, 'missing-login-elements'],
    [`<form data-ms-form="login"><ion-input data-ms-member="email"></ion-input>${password}</form>`],
    [`<form data-ms-form="login">${email}${password}<input data-ms-member="phone"></form>`, 'extra-login-elements'],
    [
      `<form data-ms-form="login">${email}${password}<input data-ms-member="name"><input data-ms-member="phone"></form>`,
      'extra-login-elements',
      'extra-login-elements',
    ],
    // It shows a value and is no field.
    [
      `<form data-ms-form="login">${email}${password}<img data-ms-member="profile-image"><b data-ms-member="name"></b></form>`,
    ],
    [
      `<form data-ms-form="login">${email}${password}<select data-ms-member="a"></select></form>`,
      'extra-login-elements',
    ],
    [`<form data-ms-form="signup">${email}${password}<input data-ms-member="phone"></form>`],
    [`<form data-ms-form="signup">${email}</form>`, 'missing-signup-elements'],
    [`<form data-ms-form="signup"><input data-ms-member="phone">${password}</form>`, 'missing-signup-elements'],
    ['<form data-ms-form="signup"><button data-ms-auth-provider="google">Google</button></form>'],
    [
      `<form data-ms-form="signup">${email}</form><button data-ms-auth-provider="google">Google</button>`,
      'missing-signup-elements',
    ],
    // With a mailed code there is no password.
    [`<form data-ms-form="passwordless-login">${email}${code}</form>`],
    [`<form data-ms-form="passwordless-signup">${email}${code}</form>`],
    [`<div data-ms-form="login">${email}${password}</div>`, 'misplaced-form-attribute'],
    ['<div data-ms-form="login"></div>', 'misplaced-form-attribute'],
    ['<form data-ms-form></form>', 'missing-attribute-value'],
    ['<div data-ms-form=""></div>', 'missing-attribute-value'],
  ]);
});

describe('a form for a forgotten password leads on', () => {
  const email = '<input data-ms-member="email">';
  facts([
    [`<form data-ms-form="forgot-password">${email}</form>`, 'missing-redirect'],
    [`<form data-ms-form="forgot-password" redirect="">${email}</form>`, 'missing-redirect'],
    [`<form data-ms-form="forgot-password" redirect="/reset">${email}</form>`],
    [`<form data-ms-form="forgot-password" data-redirect="/reset">${email}</form>`],
    [`<form data-ms-form="forgot-password" data-ms-redirect="/reset">${email}</form>`],
    [`<form data-ms-form="forgot-password">${email}<button data-ms-redirect="/reset">Send</button></form>`],
  ]);
});

describe('attributes without a value', () => {
  const needed =
    'content bind:style bind:class secure-html secure-link member redirect modal modal-tab action auth-provider auth coupon message channel-sort channel-limit passwordless passwordless-button';
  test.for(needed.split(' '))('data-ms-%s needs one', (name) => {
    expect(inBody(`<div data-ms-${name}></div>`)).toEqual(['missing-attribute-value']);
    expect(inBody(`<div data-ms-${name}=" "></div>`)).toEqual(['missing-attribute-value']);
  });

  test.for(['loader', 'message-text', 'message-close', 'channel', 'value', 'content-open'])(
    'data-ms-%s needs none',
    (name) => expect(inBody(`<div data-ms-${name}></div>`)).toEqual([]),
  );
});

describe('the install script', () => {
  const script = (attributes = 'data-ms-app="app_1"') => `<script ${attributes}></script>`;
  const widget = (attributes: string) => script(`src="https://x.example/widget/v1/intake.js" ${attributes}`);
  test.for<Fact>([
    [`<head>${script()}</head>`],
    [`<head></head><body>${script()}</body>`, 'misplaced-install-code'],
    [`<head>${script()}${script()}</head>`, 'duplicate-install-code'],
    [`<head>${script()}</head><body>${script()}</body>`, 'duplicate-install-code'],
    [`<head>${script()}</head><body>${script('data-memberstack-app="app_1"')}</body>`, 'duplicate-install-code'],
    [`<head></head><body>${script()}${script()}</body>`, 'misplaced-install-code', 'duplicate-install-code'],
    [`<head>${script()}<script src="/shop.js"></script></head>`],
    [`<head>${widget('')}</head>`, 'incomplete-install-code'],
    [`<head>${widget('data-ms-app="app_1"')}</head>`, 'incomplete-install-code'],
    [`<head>${widget('data-ms-public-key="pk_1"')}</head>`, 'incomplete-install-code'],
    [`<head>${widget('data-ms-app="" data-ms-public-key="pk_1"')}</head>`, 'incomplete-install-code'],
    [`<head>${widget('data-memberstack-app="app_1"')}</head>`, 'incomplete-install-code'],
    [`<head>${widget('data-memberstack-app="app_1" data-ms-public-key="pk_1"')}</head>`],
    // Another service's tag, and another file of ours.
    ['<head><script data-memberstack-app="app_1" src="https://static.example.com/memberstack.js"></script></head>'],
    ['<head><script src="https://x.example/widget/v1/prebuilt-ui.js"></script></head>'],
    // A page that has none is not the Inspector's business.
    ['<head></head><body></body>'],
  ])('%s', ([html, ...problems]) => expect(problemsIn(html)).toEqual(problems));
});

describe('what was found', () => {
  function foundIn(html: string) {
    const root = pageOf(wholePage(html));
    const inspection = createInspection(tree, site);
    inspection.lookAt([root]);
    return inspection.findings().filter(({ type }) => type === 'found');
  }

  test('has a name, what it does and its place in the documentation', () => {
    expect(foundIn('<form data-ms-form="profile" id="me"></form>')).toEqual([
      expect.objectContaining({
        id: 'data-ms-form',
        title: 'Profile form',
        value: 'profile',
        message: 'data-ms-form="profile"',
        documentation: '/docs/attributes#data-ms-form',
      }),
    ]);
    expect(foundIn('<p data-ms-loader></p>')[0]).toMatchObject({ message: 'data-ms-loader', value: '' });
  });

  test('is no attribute with a problem, no word that is not known, and nothing of somebody else', () => {
    expect(
      foundIn(
        '<a data-ms-price:add="prc_month" data-ms-plan:add="x" data-ms-coupon="c" data-ms-unheard="1" data-ms-modal="sign-up" data-x="1">',
      ).map(({ id }) => id),
    ).toEqual(['data-ms-price:add', 'data-ms-coupon']);
  });

  test('a name that every object has is not known, like any other', () => {
    expect(foundIn('<b data-ms-modal="constructor"></b><b data-ms-action="__proto__"></b>')).toEqual([]);
  });
});

describe('whatever stands in a page', () => {
  test('a page nested 10,000 deep is looked at whole', () => {
    const deep = 10_000;
    const html = `<form data-ms-form="profile">${'<div>'.repeat(deep)}<b data-ms-action="profile-image" data-ms-post></b>`;
    expect(inBody(html)).toEqual(['image-inside-profile-form', 'orphan-commenting-ui']);
  });

  test('values of any kind are told as they stand there', () => {
    for (const value of ['<img src=x onerror=alert(1)>', '\u001B[31m', '\u0000\uD800', '%s%n', 'pln_'.repeat(9_999)]) {
      const root = pageOf(wholePage('<a id="it" href="/join">Join</a>'));
      find(root, 'it').attrs.push({ name: 'data-ms-plan:remove', value });
      const inspection = createInspection(tree, site);
      inspection.lookAt([root]);
      expect(inspection.findings()[0]).toMatchObject({ type: 'error', value, element: find(root, 'it') });
    }
  });

  test('names that every object has are names like any other', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'plan:constructor'])
      expect(() =>
        inBody(`<form data-ms-form="${name}"><input data-ms-${name}="${name}" data-ms-member="${name}"></form>`),
      ).not.toThrow();
    expect(inBody('<form data-ms-form="constructor"><button data-ms-action="profile-image"></button></form>')).toEqual([
      'unknown-value',
    ]);
  });
});
