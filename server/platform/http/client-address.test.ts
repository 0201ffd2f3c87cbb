import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { clientAddress, isProxy, parseProxies } from './client-address.ts';
import { createHttpServer } from './server.ts';

const inside = parseProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:aaaa::/48']);

describe('the client of a request', () => {
  test.for<[string, string, string | undefined, string]>([
    ['is the peer', '203.0.113.7', undefined, '203.0.113.7'],
    ['is the peer, whatever a stranger forwards', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['is the peer, although a stranger names our proxy', '203.0.113.7', '198.51.100.1, 10.0.0.1', '203.0.113.7'],
    ['is what our proxy saw', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is what our proxy saw, not what was sent to it', '127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['is what the outer of two proxies saw', '127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['is the outermost proxy, if only proxies took part', '127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['is our proxy, if that saw nothing', '127.0.0.1', undefined, '127.0.0.1'],
    ['is our proxy, if that wrote nonsense', '127.0.0.1', '203.0.113.7, unknown', '127.0.0.1'],
    ['is found with empty hops', '127.0.0.1', ' , 203.0.113.7 ,', '203.0.113.7'],
    ['is found with a port', '127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['is found with brackets and a port', '127.0.0.1', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['is IPv4 in IPv6 clothing', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['is IPv4 in hexadecimal clothing', '::ffff:cb00:7107', undefined, '203.0.113.7'],
    ['is found behind a proxy in IPv6 clothing', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is found behind a proxy with IPv6', '2001:db8:aaaa::5', '203.0.113.7', '203.0.113.7'],
    ['is not the neighbour of a range', '11.0.0.1', '198.51.100.1', '11.0.0.1'],
    ['is unknown without a peer', '', '198.51.100.1', 'unknown'],
  ])('%s', ([, peer, forwarded, expected]) => expect(clientAddress(peer, forwarded, inside)).toBe(expected));

  test('is the same for all addresses and notations of a /64, and another one for its neighbour', () => {
    const spellings = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:1%eth0'];
    expect(new Set(spellings.map((peer) => clientAddress(peer, undefined, inside)))).toEqual(
      new Set(['2001:db8:1:2::/64']),
    );
    expect(clientAddress('2001:db8:1:3::1', undefined, inside)).toBe('2001:db8:1:3::/64');
  });
});

test.for([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['proxy.example', false],
  ['', false],
] as const)('%j is a proxy: %s', ([entry, expected]) => expect(isProxy(entry)).toBe(expected));

test.for([
  ['from a listed proxy', ['127.0.0.1'], '203.0.113.7'],
  ['from anybody else', [], '127.0.0.1'],
] as const)('a server believes X-Forwarded-For %s: %j', async ([, trustedProxies, expected]) => {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [...trustedProxies] });
  app.get('/who', async (request) => ({ address: request.clientAddress }));
  const headers = {
    'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    forwarded: 'for=192.0.2.1',
    'x-real-ip': '192.0.2.1',
  };
  const answer = await app.inject({ url: '/who', remoteAddress: '127.0.0.1', headers });
  expect(answer.json()).toEqual({ address: expected });
});

test.for([
  ['once when it is not listed', [], 1],
  ['never when it is', ['127.0.0.1'], 0],
] as const)('a proxy in front is spoken of %s', async ([, trustedProxies, times]) => {
  let logged = '';
  const lines = new PassThrough().on('data', (text) => (logged += String(text)));
  const app = createHttpServer({ log: createLog('warn', lines), trustedProxies: [...trustedProxies] });
  for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '203.0.113.8' }])
    await app.inject({ url: '/', remoteAddress: '127.0.0.1', headers });
  expect(logged.match(/a proxy that TRUSTED_PROXIES does not name/g) ?? []).toHaveLength(times);
});
