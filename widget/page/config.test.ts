import { expect, test } from 'vitest';
import { arrive } from '../testing/visit.ts';
import { readInstall } from './config.ts';

const script = (attributes: string, src = 'https://members.example/widget/intake.js') =>
  `<script type="text/plain" src="${src}" ${attributes}></script>`;
function read(body: string) {
  arrive(body);
  return readInstall();
}

test('the script asks the service it came from, unless the tag names another', () => {
  expect(read(script('data-ms-app="app_1" data-ms-public-key="pk_1"'))).toMatchObject({
    lacks: [],
    appId: 'app_1',
    publicKey: 'pk_1',
    domain: 'https://members.example',
    base: 'https://members.example/widget/',
    isExisting: false,
    isGated: false,
    useCookies: false,
  });
  expect(read(script('data-ms-domain="accounts.site.example/path"')).domain).toBe('https://accounts.site.example');
  expect(read(script('data-ms-domain="http://127.0.0.1:3000"')).domain).toBe('http://127.0.0.1:3000');
  expect(read(script('data-ms-domain="https://"')).domain).toBe('https://members.example');
});

test('a tag says what it lacks', () => {
  expect(read(script('')).lacks).toEqual(['app', 'public-key']);
  expect(read(script('data-ms-app="app_1" data-ms-public-key=""')).lacks).toEqual(['public-key']);
});

test('attributes made for another script count, and ours stand first', () => {
  const install = read(
    script('data-memberstack-app="app_old" data-ms-app="app_1" data-memberstack-public-key="pk_old"'),
  );
  expect(install).toMatchObject({ appId: 'app_1', publicKey: 'pk_old', isExisting: true });
});

test('of two tags the one that names a site is meant; scripts of others are none of ours', () => {
  const other = script('data-ms-app="app_wrong"', 'https://cdn.example/other.js');
  const install = read(other + script('') + script('data-ms-app="app_1" data-ms-gated'));
  expect(install).toMatchObject({ appId: 'app_1', isGated: true });
});
