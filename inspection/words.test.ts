import { describe, expect, test } from 'vitest';
import { contentWords, memberWords } from '../shared/attributes.ts';
import { closest, squeezed } from './closest.ts';
import type { SiteFacts } from './finding.ts';
import { createInspection } from './inspection.ts';
import { knownValues } from './known-values.ts';
import { meantValues } from './meant-words.ts';
import { pageOf, problemsIn, tree, wholePage } from './testing/changing-page.ts';

/** Words that are not known, and mistakes of forms, pairs and addresses that the specification does not list. */

const site: SiteFacts = {
  plans: [{ id: 'pln_free', name: 'Friend', prices: [] }],
  customFields: [{ key: 'first-name', visibility: 'PUBLIC' }],
  contentGroups: [{ key: 'workshop-plans', urls: [] }],
  authProviders: [{ provider: 'google' }],
};
const address = 'https://club.example/page';
const inBody = (html: string) => problemsIn(wholePage(html), site, { address });

type Fact = [html: string, ...problems: string[]];
const facts = (rows: Fact[]) => test.for(rows)('%s', ([html, ...problems]) => expect(inBody(html)).toEqual(problems));

function findingsIn(html: string) {
  const inspection = createInspection(tree, site, { address });
  inspection.lookAt([pageOf(wholePage(html))]);
  return inspection.findings();
}

test('no alias is a known word but for capitals and separators, which is found before it', () => {
  const known: Record<string, Iterable<string>> = { ...knownValues, content: contentWords, member: memberWords };
  const unreachable = Object.entries(meantValues).flatMap(([name, aliases]) => {
    const words = new Set([...(known[name] ?? [])].map((each) => squeezed(each)));
    return Object.keys(aliases).filter((alias) => words.has(alias));
  });
  expect(unreachable).toEqual([]);
});

describe('a word that is not known says what was most likely meant', () => {
  test.for<[html: string, name: string, value: string]>([
    ['<p data-ms-content="Members">', 'content', 'members'],
    ['<p data-ms-content="! logged-in">', 'content', '!members'],
    ['<p data-ms-content="!logged-out">', 'content', 'members'],
    ['<p data-ms-content="workshop_plan">', 'content', 'workshop-plans'],
    ['<b data-ms-modal="sing-up">', 'modal', 'signup'],
    ['<b data-ms-action="signout">', 'action', 'logout'],
    ['<b data-ms-member="first_name">', 'member', 'first-name'],
    ['<b data-ms-auth-provider="gogle">', 'auth-provider', 'google'],
    ['<b data-ms-contnet="members">', 'content', 'members'],
    ['<b data-ms-redirect="current_url">', 'redirect', 'current-url'],
    ['<b data-ms-action="login">', 'modal', 'login'],
    ['<b data-ms-action="Sign-Up">', 'modal', 'signup'],
    ['<form datamsform="signup">', 'form', 'signup'],
    ['<b data-ms-logout>', 'action', 'logout'],
    ['<b data-ms-modal-signup>', 'modal', 'signup'],
    ['<b data-ms-member-phone>', 'member', 'phone'],
    ['<b ms-content="members">', 'content', 'members'],
    ['<b ms-field="email">', 'member', 'email'],
    ['<a href="/" data-ms-plan-remove="pln_free">', 'plan:remove', 'pln_free'],
    ['<a href="/" data-ms-plan:add="pln_fre">', 'plan:add', 'pln_free'],
    ['<a href="/" data-ms-price:remove="prc_1">', 'price:remove', 'all'],
  ])('%s', ([html, name, value]) => {
    expect(findingsIn(html)[0]!.instead).toEqual({ name, value });
  });

  test('unless nothing is near', () => {
    for (const html of ['<p data-ms-content="zebra">', '<b data-ms-modal="zebra">', '<b data-ms-zebra="1">'])
      expect(findingsIn(html)[0]).toMatchObject({ type: 'error', instead: undefined });
  });

  test('content with an unknown condition is said to be hidden from members and visitors', () => {
    expect(findingsIn('<p data-ms-content="zebra">')[0]!.message).toBe(
      '"zebra" is no condition and no content group of this site, so this is hidden from members and visitors alike. It takes a word of ours, or the key of a content group of your site.',
    );
    expect(findingsIn('<p data-ms-content="members verified">')[0]!.message).toContain('It takes one word');
    expect(findingsIn('<p data-ms-content="pln_free">')[0]!.message).toContain('It takes no ids');
  });

  test('words of an older service say how they are written today', () => {
    const messageOf = (html: string) => findingsIn(html)[0]!.message;
    expect(messageOf('<a data-ms-membership="5fd8ca13">')).toContain('data-ms-plan:add with the id of a free plan');
    expect(messageOf('<a data-ms-custom-link="drive">')).toContain('data-ms-secure-link');
    expect(messageOf('<a data-ms-rewrite="Account">')).toContain('data-ms-content="!members"');
  });
});

describe('words that are known', () => {
  facts([
    ['<p data-ms-content="! members"></p>'],
    ['<p data-ms-content="workshop-plans"></p>'],
    ['<b data-ms-modal="profile" data-ms-modal-tab="changepassword"></b>'],
    ['<b data-ms-auth-provider="Google"></b>'],
    ['<b data-ms-member="signup-date"></b>'],
    ['<div data-ms-channel data-ms-channel-sort="oldest" data-ms-channel-limit="20"><p data-ms-post="item"></p></div>'],
    ['<b data-ms-editor="true"></b>'],
    ['<b data-ms-content-open data-ms-hidden></b>'],
    ['<b ms-grid="2" data-msg="hi" datams="1" data-msgs-form="1"></b>'],
  ]);
});

describe('without the settings of a site', () => {
  const without = (html: string) => problemsIn(wholePage(html));
  test('any key, field and provider may be the site’s own', () => {
    for (const html of [
      '<p data-ms-content="gold">',
      '<p data-ms-content="premium">',
      '<p data-ms-content="free">',
      '<b data-ms-member="frist-name">',
      '<form data-ms-form="profile"><input data-ms-member="confirm-password"></form>',
      '<b data-ms-auth-provider="our-school">',
      '<div data-ms-channel><b data-ms-post-creator="nickname"></b></div>',
    ])
      expect(without(html)).toEqual([]);
  });

  test('a form that sends no fields of a site is told of any that stands in it', () => {
    const reset = '<input data-ms-member="token"><input data-ms-member="new-password">';
    expect(
      without(`<form data-ms-form="reset-password">${reset}<input data-ms-member="confirm-password"></form>`),
    ).toEqual(['unsent-field']);
  });

  test('what is one of our words but for its letters is told all the same', () => {
    expect(without('<p data-ms-content="Members">')).toEqual(['unknown-content']);
    expect(without('<p data-ms-content="logged-in">')).toEqual(['unknown-content']);
    expect(without('<b data-ms-member="E-Mail">')).toEqual(['unknown-field']);
    expect(without('<b data-ms-auth-provider="gogle">')).toEqual(['unknown-provider']);
  });
});

describe('what a script in the page speaks of is that script’s own', () => {
  const click = (id: string) => `<script>document.getElementById('${id}').click()</script>`;
  facts([
    ['<b data-ms-code="accordion"></b>', 'snippet-word'],
    ['<b ms-code-tab="1"></b>', 'snippet-word'],
    ['<b data-ms-code="accordion"></b><script>all("[data-ms-code=accordion]")</script>'],
    ['<b data-ms-stars="4"></b><script type="application/json">"data-ms-stars"</script>', 'unknown-attribute'],
    ['<b data-ms-stars="4"></b><script type="module">read("data-ms-stars")</script>'],
    ['<input data-ms-member="email"><script>read("member")</script>', 'field-outside-form'],
    ['<input data-ms-member="email"><script>read("[data-ms-member]")</script>'],
    [`<button type="button" id="go" data-ms-plan:add="pln_free">Go</button>${click('go')}`],
    [`<button type="button" id="go" data-ms-plan:add="pln_free">Go</button>${click('to')}`, 'plan-without-action'],
    ['<button type="button" hidden data-ms-plan:add="pln_free">Go</button>'],
    ['<div style="display: none"><button type="button" data-ms-plan:add="pln_free">Go</button></div>'],
    ['<button type="button" class="w-hidden" data-ms-plan:add="pln_free">Go</button>'],
    ['<button type="button" class="unhidden-soon" data-ms-plan:add="pln_free">Go</button>', 'plan-without-action'],
  ]);
});

describe('placeholders of template languages are no values', () => {
  const placeholders = ['{{ it }}', '{% it %}', '<?= $it ?>', '<%= it %>', '{it}', '${it}', '[[it]]', '#{it}', '@{it}'];
  test.for(placeholders)('%s', (it) => {
    const value = it.replaceAll('<', '&lt;');
    expect(
      inBody(
        `<p data-ms-content="${value}"></p><a href="/" data-ms-plan:add="${value}" data-ms-modal="${value}"></a><b data-ms-member="${value}" data-ms-action="${value}" data-ms-redirect="${value}"></b><form data-ms-form="login"><input data-ms-member="${value}"></form><a href="/" data-ms-price:add="${value}" data-ms-price:remove="${value}"></a>`,
      ),
    ).toEqual([]);
  });
});

describe('fields', () => {
  const email = '<input data-ms-member="email">';
  const password = '<input type="password" data-ms-member="password">';
  const form = (kind: string, inside: string) => `<form data-ms-form="${kind}" redirect="/next">${inside}</form>`;
  facts([
    [`<div>${email}</div>`, 'field-outside-form'],
    [`<form action="/search">${password}</form>`, 'field-outside-form'],
    ['<p data-ms-member="email"></p>'],
    [form('signup', `${email}${password}${password}`), 'repeated-field'],
    [form('signup', `${email}${password}<input type="password">`)],
    [
      form(
        'profile',
        '<input type="checkbox" data-ms-member="first-name"><input type="checkbox" data-ms-member="first-name">',
      ),
    ],
    [
      form(
        'profile',
        '<div data-ms-content="verified"><input data-ms-member="first-name"></div><div data-ms-content="!verified"><input data-ms-member="first-name"></div>',
      ),
    ],
    [form('profile', password), 'unsent-field'],
    [form('signup', `${email}${password}<input data-ms-member="token">`), 'unsent-field'],
    // What a site keeps of its members goes with sign-up and profile alone.
    [
      form('reset-password', `<input data-ms-member="token">${password}<input data-ms-member="first-name">`),
      'unsent-field',
    ],
    [
      form(
        'passwordless-login',
        `${email}<p data-ms-passwordless="step-2"><input data-ms-member="token"></p><input data-ms-member="first-name">`,
      ),
      'unsent-field',
    ],
    [form('password', `${password}<input data-ms-member="{{ field }}"><b data-ms-member="first-name"></b>`)],
    [form('signup', `${email}${password}<input data-ms-member="first-name">`)],
    [form('reset-password', password), 'missing-form-elements'],
    [form('reset-password', '<input data-ms-member="token">'), 'missing-form-elements'],
    [form('reset-password', `<input data-ms-member="token">${password}`)],
    [form('reset-password', `<input data-ms-member="{{ field }}">`)],
    [form('forgot-password', ''), 'missing-form-elements'],
    [form('email', ''), 'missing-form-elements'],
    [form('password', ''), 'missing-form-elements'],
    [form('password', password)],
    [form('passwordless-login', email), 'missing-form-elements'],
    [form('passwordless-login', `${email}<input data-ms-member="token">`), 'missing-second-step'],
    [form('passwordless-login', `${email}<p data-ms-passwordless="step-2"><input data-ms-member="token"></p>`)],
  ]);
});

describe('pairs and addresses', () => {
  const go = (to: string) => `<button type="button" data-ms-modal="login" data-ms-redirect="${to}">Go</button>`;
  facts([
    ['<a href="/" data-ms-coupon="WELCOME10"></a>', 'coupon-without-price'],
    ['<p data-ms-bind:class="mine"></p>', 'bind-without-content'],
    [go('/thanks')],
    [go('thanks?a=https://other.example')],
    [go('https://club.example/thanks')],
    [go('https://other.example/'), 'redirect-elsewhere'],
    [go('//other.example/'), 'redirect-elsewhere'],
    [go('mailto:us@club.example'), 'redirect-elsewhere'],
    [go('current-url')],
    ...['current_url', 'Current-URL', 'current-page', 'currenturl', 'same-page'].map((word): Fact => [
      go(word),
      'unknown-value',
    ]),
    ['<form data-ms-form="profile" redirect="current-page"></form>', 'unknown-value'],
    [go('current')],
    [go('/current-page')],
    [
      '<form data-ms-form="profile" redirect="https://other.example/"><input data-ms-member="first-name"></form>',
      'redirect-elsewhere',
    ],
  ]);

  test('where it is not known on which site a page lies, an address in full may be its own', () => {
    expect(problemsIn(wholePage(go('https://other.example/')), site)).toEqual([]);
  });
});

describe('the install script', () => {
  const script = (more: string) =>
    `<html><head><script ${more} src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1"></script></head><body></body></html>`;
  test.for([['defer'], ['async']])('is late with %s', ([more]) => {
    expect(problemsIn(script(more!))).toEqual(['deferred-install-code']);
  });
  test('is in time without', () => expect(problemsIn(script(''))).toEqual([]));
});

describe('what a builder ignores is not told', () => {
  const button = (ignore: string) => `<button type="button" ${ignore} data-ms-plan:add="pln_free">Go</button>`;
  facts([
    [button('data-ms-ignore="plan-without-action"')],
    [button('data-ms-ignore="unknown-value, plan-without-action"')],
    [button('data-ms-ignore')],
    [`<section data-ms-ignore="plan-without-action">${button('')}</section>`],
    [button('data-ms-ignore="unknown-value"'), 'plan-without-action'],
    [button('data-ms-ignore="plan-without"'), 'unknown-value', 'plan-without-action'],
  ]);

  test('nor counts as found', () => {
    expect(findingsIn('<b data-ms-ignore data-ms-modal="zebra">').map(({ id }) => id)).toEqual(['data-ms-ignore']);
  });

  test('on a whole site neither', () => {
    const html = wholePage(`<p data-ms-content="zebra"></p>${button('')}`);
    expect(problemsIn(html, { ...site, inspectorIgnores: ['plan-without-action'] })).toEqual(['unknown-content']);
  });
});

test('the nearest word is the one with the fewest edits, and none is near a short one', () => {
  expect(closest('sing-up', ['signup', 'login'])).toBe('signup');
  expect(closest('SIGN_UP', ['signup'])).toBe('signup');
  expect(closest('abc', ['abd'])).toBeUndefined();
  expect(closest('x'.repeat(99_999), ['x'.repeat(99_998)])).toBeUndefined();
});
