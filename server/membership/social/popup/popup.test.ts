import { createHash, randomBytes } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPopupBrowser, readMessage } from '../../../testing/popup-browser.ts';
import { endOf, openingPage, startPopupProduct, type PopupProduct } from '../../../testing/popups.ts';

let product: PopupProduct;
beforeAll(async () => {
  product = await startPopupProduct();
});
afterAll(() => product.stop());

const newPerson = () => ({ email: `p-${randomBytes(6).toString('hex')}@example.org`, confirmed: 'yes' });
/** Follows redirects up to the provider's response at our callback. */
async function comeBack(browser = createPopupBrowser(), kind: 'login' | 'signup' = 'signup') {
  const asked = await browser.open(product.address(kind), { opener: openingPage });
  const upToUs = createPopupBrowser();
  upToUs.cookies.push(...browser.cookies.filter(({ name }) => name.startsWith('dev-oidc')));
  // A browser without the cookie of the window stops at our words; the address it came to is what is wanted here.
  const page = await upToUs.submit(asked, newPerson());
  return { browser, callback: page.url.href };
}
const database = () => product.database.pool;

describe('the popup', () => {
  test('redirects to the provider with PKCE, state and nonce, and the redirect URI of this site and provider', async () => {
    const browser = createPopupBrowser();
    const { url } = await browser.open(product.address('login'), { opener: openingPage, upTo: /\/dev\/oidc\/auth/ });
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      client_id: 'app_demo',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${product.appUrl}/auth-provider/callback/app_demo/local`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const again = await createPopupBrowser().open(product.address('login'), {
      opener: openingPage,
      upTo: /\/dev\/oidc\/auth/,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(again.url.searchParams.get(name)).not.toBe(asked[name]);
  });

  test('ends with one script that its CSP allows, keeps its opener, and is not cached', async () => {
    const { page } = await product.enter('signup', newPerson());
    const scripts = [...page.text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!);
    expect(scripts).toHaveLength(1);
    expect(scripts[0]!.match(/postMessage/g)).toHaveLength(1);
    const hash = createHash('sha256').update(scripts[0]!).digest('base64');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
  });

  test('posts to the origin that opened it, and to no other', async () => {
    const { page, data } = await product.enter('signup', newPerson());
    const [result, script] = ['<script type="application/json" id="result">', '<script>'].map((start) =>
      page.text
        .slice(page.text.indexOf(start) + start.length)
        .split('</script>')
        .at(0),
    );
    const told: unknown[] = [];
    runInNewContext(script!, {
      document: { getElementById: () => ({ textContent: result, remove() {} }) },
      history: { replaceState() {} },
      location: { pathname: page.url.pathname },
      window: { close() {}, opener: { postMessage: (...sent: unknown[]) => told.push(sent) } },
    });
    expect(told).toEqual([[{ data }, openingPage]]);
  });

  test('has its message in no address', async () => {
    const { page, data } = await product.enter('signup', newPerson());
    expect(page.way.join('\n')).not.toContain(data.tokens.accessToken);
    expect(page.way.every((address) => new URL(address).origin === product.appUrl)).toBe(true);
  });
});

test.for(['unknown', '__proto__', 'constructor', 'google', 'LOCAL', ''])(
  'the provider "%s" is not there',
  async (provider) => {
    const { page, error, origin } = await product.enter('login', {}, { provider });
    expect(page.status).toBe(404);
    expect(error.code).toBe('provider-not-found');
    expect(origin).toBe(openingPage);
  },
);

describe('the provider’s response', () => {
  test('works once', async () => {
    const { browser, callback } = await comeBack();
    const first = endOf(await browser.open(callback));
    expect(first.data.member).toBeDefined();
    const second = await browser.open(callback);
    expect(second.status).toBe(400);
    expect(readMessage(second)).toBeUndefined();
    expect(second.text).toContain('was not begun here, or has ended');
  });

  test('works once in concurrent calls', async () => {
    const { browser, callback } = await comeBack();
    const ends = await Promise.all(Array.from({ length: 5 }, () => browser.open(callback)));
    expect(ends.filter((page) => readMessage(page))).toHaveLength(1);
  });

  test('works in no other browser, and is still there for the right one', async () => {
    const { browser, callback } = await comeBack();
    const stranger = createPopupBrowser();
    expect((await stranger.open(callback)).status).toBe(400);
    // Nor with the cookie of another popup.
    await stranger.open(product.address('login'), { opener: openingPage });
    const own = stranger.cookies.find(({ name }) => name.startsWith('intake-popup'))!;
    const state = new URL(callback).searchParams.get('state')!;
    stranger.cookies.push({ ...own, name: `intake-popup-${state.slice(0, 12)}` });
    expect((await stranger.open(callback)).status).toBe(400);
    expect(endOf(await browser.open(callback)).data.member).toBeDefined();
  });

  test('ends after ten minutes', async () => {
    const { browser, callback } = await comeBack();
    const { rows } = await database().query(
      "select bool_and(expires_at between now() + interval '9 minutes' and now() + interval '10 minutes') as held from provider_attempt where state_hash = sha256($1)",
      [new URL(callback).searchParams.get('state')],
    );
    expect(rows).toEqual([{ held: true }]);
    await database().query("update provider_attempt set expires_at = now() - interval '1 second'");
    expect((await browser.open(callback)).status).toBe(400);
  });

  test.for(['', '?state=', '?state=made-up&code=x', '?state=a&state=b', '?error=access_denied', '?code[]=x'])(
    'with "%s" leads nowhere',
    async (query) => {
      const page = await createPopupBrowser().open(`${product.appUrl}/auth-provider/callback${query}`);
      expect(page.status).toBe(400);
      expect(page.text).toContain('<h1>That did not work</h1>');
      expect(readMessage(page)).toBeUndefined();
    },
  );

  test('takes no code of another issuer', async () => {
    const { browser, callback } = await comeBack();
    const url = new URL(callback);
    url.searchParams.set('iss', 'https://elsewhere.example');
    const { error } = endOf(await browser.open(url.href));
    expect(error.code).toBe('provider-sign-in-failed');
  });

  test('takes no code of another window', async () => {
    const [mine, other] = [await comeBack(), await comeBack()];
    const url = new URL(mine.callback);
    url.searchParams.set('code', new URL(other.callback).searchParams.get('code')!);
    expect(endOf(await mine.browser.open(url.href)).error.code).toBe('provider-sign-in-failed');
  });
});

test('two popups of one browser do not overwrite each other’s cookie', async () => {
  const browser = createPopupBrowser();
  const [one, other] = await Promise.all([comeBack(browser), comeBack(browser)]);
  expect(endOf(await browser.open(one.callback)).data.member).toBeDefined();
  expect(endOf(await browser.open(other.callback)).data.member).toBeDefined();
  expect(browser.cookies.filter(({ name }) => name.startsWith('intake-popup'))).toEqual([]);
});

test('one network may open sixty popups in ten minutes', async () => {
  const browser = createPopupBrowser({ from: '203.0.113.9' });
  const open = () => browser.open(product.address('login'), { opener: openingPage, upTo: /\/dev\/oidc\// });
  const statuses = [];
  for (let count = 0; count < 61; count++) statuses.push((await open()).status);
  expect(statuses.filter((status) => status === 302)).toHaveLength(60);
  const { status, headers, text } = await open();
  expect({ status, code: endOf({ text } as never).error.code }).toEqual({ status: 429, code: 'too-many-requests' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
