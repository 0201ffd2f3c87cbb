import type { Page } from '@playwright/test';
import type { App } from '../contract/site.ts';
import { expect, test, type DemoSite } from './demo-site.ts';
import type { Person } from './portal.ts';

/**
 * Malicious or careless markup on a page without a content security policy: none of it runs, and correct markup on the
 * same page works.
 */

const service = process.env.INTAKE_URL!;
const script = `<script src="${service}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>`;
const run = 'window.pwned=1';
const markup = `<img src=x onerror=${run}>`;
const inAttribute = markup.replaceAll('<', '&lt;');
const huge = 'x'.repeat(200_000);

/** Values where the widget expects an id, a word, an address or a text. */
const hostile = [
  `<div data-ms-content="__proto__">gated</div>`,
  `<div data-ms-content="constructor">gated</div>`,
  `<div data-ms-content="!">gated</div>`,
  `<div data-ms-content="">gated</div>`,
  `<div data-ms-content="${inAttribute}">gated</div>`,
  `<div data-ms-content="${huge}">gated</div>`,
  `<div data-ms-content="members" data-ms-bind:style="background:url(javascript:${run});behavior:url(x)">bound</div>`,
  `<div data-ms-content="!members" data-ms-bind:class="${inAttribute}">bound</div>`,
  `<p data-ms-member="__proto__">own words</p>`,
  `<p data-ms-member="toString">own words</p>`,
  `<p data-ms-member="${huge}">own words</p>`,
  `<img alt="" data-ms-member="javascript:${run}">`,
  `<script data-ms-member="email"></script>`,
  `<style data-ms-member="email"></style>`,
  `<button data-ms-modal="__proto__">press</button>`,
  `<button data-ms-modal="${inAttribute}">press</button>`,
  `<button data-ms-action="constructor">press</button>`,
  `<button data-ms-action="${huge}">press</button>`,
  `<button data-ms-plan:add="__proto__,pln_<b>,pln_">press</button>`,
  `<button data-ms-plan:add="${huge}">press</button>`,
  `<button data-ms-plan:update="pln_demo_free' or 1=1">press</button>`,
  `<button data-ms-plan:remove="../../member">press</button>`,
  `<button data-ms-price:add="javascript:${run}">press</button>`,
  `<button data-ms-price:add="prc_${huge}" data-ms-coupon="${inAttribute}">press</button>`,
  `<button data-ms-price:remove="everything">press</button>`,
  `<button data-ms-redirect="javascript:${run}">press</button>`,
  `<a href="#" data-ms-redirect="//elsewhere.example" data-ms-action="login-redirect">press</a>`,
  `<button data-ms-redirect="blob:${service}/x" data-ms-price:remove="all">press</button>`,
  `<div data-ms-secure-html="__proto__">secure</div>`,
  `<a data-ms-secure-link="javascript:${run}">secure</a>`,
  `<div data-ms-auth="manage-providers" data-ms-auth-disconnect="${inAttribute}"></div>`,
  `<div data-ms-auth="__proto__"></div>`,
  `<form data-ms-form="__proto__"><button>send</button></form>`,
  `<form data-ms-form="constructor" action="javascript:${run}" target="gone"></form>`,
  `<div data-ms-form="login">no form</div>`,
  `<div data-ms-message="error" style="display:none"></div>`,
  `<template data-ms-content="members">${markup.replace('window.pwned=1', 'window.pwned=2')}</template>`,
  `<svg data-ms-content="members"><script>window.gatedScript=1</script></svg>`,
  `<iframe hidden data-ms-content="!members" data-ms-member="email"></iframe>`,
  `<textarea data-ms-member="email">&lt;/textarea>${markup.replaceAll('<', '&lt;')}</textarea>`,
];

/** Names and ids for DOM clobbering. */
const clobbering = [
  'body head documentElement currentScript cookie createElement querySelectorAll addEventListener adoptedStyleSheets'
    .split(' ')
    .map((name) => `<img alt="" name="${name}">`),
  'Intake $memberstackDom memberstackConfig memberstackTranslations navigation __proto__ msOverlay intake-heading'
    .split(' ')
    .map((id) => `<a id="${id}"></a>`),
  `<form id="memberstackConfig"><input name="useCookies" value="true"></form>`,
].flat();

const fields = 'getAttribute setAttribute removeAttribute closest matches querySelectorAll parentNode isConnected style'
  .concat(' children reset submit elements action dispatchEvent textContent replaceChildren nodeType remove append')
  .split(' ')
  .map((name) => `<input type="hidden" name="${name}">`)
  .join('');

const page = (
  body: string,
) => `<!doctype html><html lang="en"><head><title>Hostile</title><link rel="icon" href="data:,">
<script>window.before = Object.getOwnPropertyNames(window).concat('before', 'gatedScript').sort()</script>
${script}${script}
<script type="module" src="${service}/widget/v1/intake.js?module" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>
</head><body>${body}
<p data-ms-content="!members">For visitors</p>
<p data-ms-content="members">For members: <b data-ms-member="email">nobody</b></p>
<form data-ms-form="login" redirect="javascript:${run}" data-ms-content="!members">${fields}
<label>Address <input data-ms-member="email" type="email" required></label>
<label>Secret <input data-ms-member="password" type="password" required></label>
<label>Proto <input data-ms-member="__proto__"></label>
<button type="submit">Enter</button></form>
<button data-ms-action="logout">Leave</button>
<script async src="${service}/widget/v1/intake.js?async" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>
</body></html>`;

test('malicious markup runs nothing and breaks nothing (XSS, DOM clobbering)', async ({ site }) => {
  const { page: shown } = site;
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  const member = await site.signsUp();
  await site.logsOut();
  await shown.route('**/hostile', (route) =>
    route.fulfill({ contentType: 'text/html', body: page(hostile.join('\n') + clobbering.join('')) }),
  );
  const dialogs: string[] = [];
  shown.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await shown.route(`${service}/auth/login`, async (route) => {
    if (route.request().postDataJSON()?.email !== 'harm@example.org') return route.fallback();
    return route.fulfill({
      status: 400,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! },
      body: JSON.stringify({ error: { code: '__proto__', message: markup } }),
    });
  });
  const logins: string[] = [];
  shown.on('request', (sent) => {
    if (sent.url() === `${service}/auth/login` && sent.method() === 'POST')
      logins.push((sent.postDataJSON() as Person).email);
  });
  await site.opens('/hostile');
  await site.sees('For visitors');
  await site.misses(/^For members/);
  await site.misses('gated');
  await shown.waitForFunction(() => typeof (window as { Intake?: object }).Intake?.constructor === 'function');

  // Everything is pressed, and nothing navigates.
  for (const press of await shown.getByText('press', { exact: true }).all())
    await press.evaluate((element) => (element as HTMLElement).click());
  await sendLogin(shown, { email: 'harm@example.org', password: 'Kowhai-1234' });
  // Told as text, in the page's own box.
  await expect(shown.locator('[data-ms-message=error]')).toHaveText(markup);
  await sendLogin(shown, member);
  await site.sees(`For members: ${member.email}`);
  await site.misses('For visitors');
  expect(new URL(shown.url()).pathname).toBe('/hostile');
  await site.presses('Leave');
  await site.sees('For visitors');
  // However often the script is on the page, a form is sent once.
  expect(logins).toEqual(['harm@example.org', member.email]);

  const seen = await shown.evaluate(() => {
    const { before, pwned, gatedScript } = window as unknown as Record<string, string[]>;
    const now = Object.getOwnPropertyNames(window).filter((name) => !before!.includes(name) && !/^\d/.test(name));
    return { now, pwned, gatedScript, polluted: Object.keys(Object.prototype) };
  });
  // The page's own script in its own picture has run, and is no business of ours.
  expect(seen).toEqual({ now: ['Intake'], pwned: undefined, gatedScript: 1, polluted: [] });
  expect(dialogs).toEqual([]);
});

test('what a page keeps from elsewhere cannot hurt it, and a token in the address is nobody’s', async ({ site }) => {
  const { page: shown } = site;
  await shown.addInitScript(
    ([long]) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem('set')) return;
      localStorage.setItem('set', '1');
      localStorage.setItem('_ms-mem', '{"planConnections":"none","customFields":{"first-name":"<b>x</b>"}}');
      localStorage.setItem('_ms-mid', 'a token\nof nobody');
      localStorage.setItem('ms_gated', '{"publicKey":"pk_sb_demo","groups":{}}');
      sessionStorage.setItem('ms_plan', `__proto__,javascript:1,${long}`);
      sessionStorage.setItem('ms_price', '<img src=x onerror=alert(1)>');
    },
    [huge],
  );
  await site.opens('/attributes?memberToken=somebody-elses&inviteToken=%3Cscript%3E');
  await site.sees('How it works');
  await shown.evaluate(() => localStorage.removeItem('_ms-mid'));
  await shown.reload();
  await site.sees('Hello, visitor');
  expect(await site.keeps('_ms-mid')).toBeNull();
  await shown
    .evaluate(() => Object.getOwnPropertyNames(window).includes('$memberstackDom'))
    .then((has) => expect(has).toBe(false));
});

test('a module at the end of a page made for another client works as well', async ({ site }) => {
  const { page: shown } = site;
  await site.signsUp();
  await shown.route('**/module', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Module</title><link rel="icon" href="data:,"><p data-ms-content="members">For members</p>
<script type="module" src="${service}/widget/v1/intake.js" data-memberstack-app="app_demo" data-memberstack-public-key="pk_sb_demo"></script>`,
    }),
  );
  await site.opens('/module');
  await expect(shown.locator('[data-ms-content-open]')).toHaveText('For members');
  const { ours, theirs } = await shown.evaluate(() => {
    const { Intake, $memberstackDom } = window as unknown as Record<string, object>;
    return { ours: typeof Intake, theirs: $memberstackDom === Intake };
  });
  expect({ ours, theirs }).toEqual({ ours: 'object', theirs: true });

  // A page restored from the back/forward cache asks again.
  const asked = shown.waitForRequest(`${service}/member`);
  await shown.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await asked;
});

test('malicious settings and messages are text in a dialog (XSS)', async ({ site }) => {
  const { page: shown } = site;
  const own = await readSettings(site);
  const address = `javascript:${run}`;
  const app = {
    ...own,
    name: markup,
    ssoSignupButtonURL: address,
    branding: { logo: null, colors: { lightMode: { primaryButton: `red;}</style>${markup}` } } },
    customFields: own.customFields.map((field) => ({ ...field, label: markup })),
    authProviders: [{ provider: '../../x', name: markup, icon: null, order: 1 }],
    dictionary: { login_to_your_account: markup, login: markup, __proto__: null, constructor: markup },
  };
  await shown.route(`${service}/auth/login`, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! },
      body: JSON.stringify({ error: { code: 'constructor', message: markup } }),
    }),
  );
  await site.opens('/');
  await shown.waitForFunction(() => 'Intake' in window);
  const opens = (type: string) =>
    shown.evaluate(
      ([name, settings]) => {
        const { openModal } = (window as unknown as { Intake: { openModal: Open } }).Intake;
        openModal(name, { app: settings }).catch(() => undefined);
      },
      [type, app] as const,
    );
  await opens('SIGNUP');
  const signup = shown.locator('#SignupModal');
  await expect(signup.getByLabel(markup).first()).toBeVisible();
  await expect(signup.getByRole('button', { name: `Continue with ${markup}` })).toBeVisible();
  await opens('LOGIN');
  const login = shown.locator('#LoginModal');
  await expect(login.getByRole('heading', { name: markup })).toBeVisible();
  await login.getByLabel('Email Address').fill('harm@example.org');
  await login.getByRole('textbox', { name: 'Password' }).fill('Kowhai-1234');
  await shown.keyboard.press('Enter');
  await expect(shown.locator('.ms-messages [role=alert]')).toHaveText(markup);
  // Where an address of a script stood, there is nothing to press.
  await expect(shown.getByRole('button', { name: 'Continue with single sign-on' })).toHaveCount(0);
  expect(await shown.evaluate(() => Object.hasOwn(window, 'pwned'))).toBe(false);
  await site.isAt('/');
});

async function readSettings({ request }: DemoSite): Promise<App> {
  const answer = await request.get(`${service}/app`, { headers: { 'x-api-key': 'pk_sb_demo' } });
  return ((await answer.json()) as { data: App }).data;
}

type Open = (type: string, params: object) => Promise<unknown>;

/** Submits by methods of the prototypes: the clobbered document misleads the driver's own selectors too. */
const sendLogin = (shown: Page, { email, password }: Person) =>
  shown.evaluate(
    ([address, secret]) => {
      const find = (selector: string) =>
        [...Document.prototype.querySelectorAll.call(document, `form[data-ms-form=login] ${selector}`)][0];
      (find('[data-ms-member=email]') as HTMLInputElement).value = address;
      (find('[data-ms-member=password]') as HTMLInputElement).value = secret;
      (find('[type=submit]') as HTMLElement).click();
    },
    [email, password] as const,
  );
