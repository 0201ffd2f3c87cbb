import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareSite } from '../../../testing/declare-site.ts';
import { liveSite, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { readMessage } from '../../../testing/popup-browser.ts';

const provider = {
  provider: 'club',
  name: 'Club',
  icon: null,
  order: null,
  clientId: 'x',
  issuer: 'https://id.example',
};

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, {
    ...liveSite,
    id: 'app_two',
    publicKey: 'pk_two',
    origins: ['https://club.example', 'https://two.example', 'https://two.example:8443'],
    authProviders: [provider],
  });
  product.services.sites.refresh();
});
afterAll(() => product.stop());

interface Opened {
  parameters?: Record<string, string>;
  referer?: string;
}
const open = ({ parameters = {}, referer }: Opened, kind = 'login') =>
  product.call(
    'GET',
    `/auth-provider/${kind}?${new URLSearchParams({ provider: 'unknown', publicKey: 'pk_two', ...parameters })}`,
    {
      headers: { 'x-api-key': undefined, referer },
    },
  );
const demo = { publicKey: 'pk_sb_demo', appId: 'app_demo', origin: 'localhost' };

describe('a window opened', () => {
  test.for<[string, Opened, number]>([
    ['with a key nobody has', { parameters: { publicKey: 'pk_unknown' }, referer: 'https://club.example/' }, 401],
    ['with the id of another site', { parameters: { appId: 'app_demo' }, referer: 'https://club.example/' }, 401],
    ['by a page of another site', { referer: 'https://elsewhere.example/' }, 403],
    ['by a page that begins alike', { referer: 'https://club.example.elsewhere.example/' }, 403],
    ['by a page that ends alike', { referer: 'https://evilclub.example/' }, 403],
    ['by a page with a name in its address', { referer: 'https://club.example@elsewhere.example/' }, 403],
    ['over another scheme', { referer: 'http://club.example/' }, 403],
    ['on another port', { referer: 'https://club.example:8443/' }, 403],
    ['by something that is no address', { referer: 'club.example' }, 403],
    ['by a page of this machine, at a live site', { referer: 'http://localhost:5173/' }, 403],
    [
      'by a foreign page that says it is ours',
      { parameters: { origin: 'club.example' }, referer: 'https://elsewhere.example/' },
      403,
    ],
    ['by a host the site does not have', { parameters: { origin: 'elsewhere.example' } }, 403],
    ['by a host that two origins have', { parameters: { origin: 'two.example' } }, 403],
    ['by nobody', {}, 403],
    ['by nobody that is named, at a site in test mode', { parameters: demo }, 403],
    [
      'by a page that only begins like this machine',
      { parameters: demo, referer: 'http://localhost.elsewhere.example/' },
      403,
    ],
  ])('%s is told in words, and no page is told anything', async ([, opened, status]) => {
    for (const kind of ['login', 'signup', 'connect']) {
      const answer = await open(opened, kind);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain('<h1>That did not work</h1>');
      expect(answer.text).not.toContain('<script');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test.for<[string, Opened, string]>([
    ['by a page of the site', { referer: 'https://two.example:8443/any/page?x' }, 'https://two.example:8443'],
    [
      'by a page of the site, whatever its address says',
      { parameters: { origin: 'two.example' }, referer: 'https://club.example/' },
      'https://club.example',
    ],
    ['by a browser that hides the page', { parameters: { origin: 'club.example', appId: '' } }, 'https://club.example'],
    [
      'by a page of this machine, at a site in test mode',
      { parameters: demo, referer: 'http://127.0.0.1:8081/' },
      'http://127.0.0.1:8081',
    ],
  ])('%s tells that page', async ([, opened, told]) => {
    const answer = await open(opened);
    expect(readMessage(answer)).toMatchObject({ origin: told, message: { error: { code: 'provider-not-found' } } });
    expect(answer.status).toBe(404);
  });

  test('to connect a provider is begun by a page that shows itself, and not by one that hides', async () => {
    const hidden = { parameters: { origin: 'club.example', ticket: 'of-a-stranger' } };
    const refused = await open(hidden, 'connect');
    expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
    expect(refused.text).toContain('This site is not on the list of allowed origins.');
    expect((await open({ ...hidden, referer: 'https://club.example/' }, 'connect')).status).toBe(404);
  });

  test('without a key, or with a parameter twice, shows a sentence', async () => {
    for (const query of [
      'provider=local',
      'provider=a&provider=b&publicKey=pk_two',
      `provider=${'a'.repeat(300)}&publicKey=pk_two`,
    ]) {
      const { status, text } = await product.call('GET', `/auth-provider/login?${query}`);
      expect(status).toBe(400);
      expect(text).toContain('<h1>That did not work</h1>');
    }
  });
});
