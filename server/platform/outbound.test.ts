import { execFile } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askNameServers, askSystem } from './name-lookup.ts';
import { createOutbound as openDoor, OutboundRefused, type OutboundInit, type OutboundOptions } from './outbound.ts';

let server: Server;
let port: number;
let origin: string;
let reached: string[];
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  reached = [];
  answer = (_request, response) => response.end('here I am');
});

/** Where it goes matters to the list of hosts alone. */
function createOutbound(options?: OutboundOptions) {
  const door = openDoor(options);
  return { fetch: (url: string, init: Partial<OutboundInit> = {}) => door.fetch(url, { to: 'webhook', ...init }) };
}

const namesLeadTo = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

describe('an address that is not public', () => {
  const odd = ['0x7f.1', '2130706433', '017700000001', '127.1', '127.0.0.1.', '0x7f000001', '①②⑦.0.0.1'];
  const plain = ['127.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'];
  const beyond = ['192.0.2.1', '198.18.0.1', '203.0.113.5', '224.0.0.1', '240.0.0.1', '255.255.255.255'];
  const ipv6 = ['::1', '::', 'fe80::1', 'fd00::1', 'fec0::1', 'ff02::1', '2001:db8::1', '::ffff:127.0.0.1'];
  const wrapped = ['::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1'];
  const literals = [...odd, ...plain, ...beyond, ...[...ipv6, ...wrapped].map((each) => `[${each}]`)];

  test.for(literals)('is refused as it stands: %s', async (host) => {
    await expect(createOutbound().fetch(`http://${host}:${port}/`)).rejects.toThrow(OutboundRefused);
    expect(reached).toEqual([]);
  });

  test.for([...plain, ...beyond, ...ipv6, ...wrapped])('is refused behind a name: %s', async (address) => {
    const outbound = createOutbound(namesLeadTo(address));
    await expect(outbound.fetch(`http://name.test:${port}/`)).rejects.toThrow(OutboundRefused);
    expect(reached).toEqual([]);
  });

  test('is refused beside a public one', async () => {
    const outbound = createOutbound(namesLeadTo('3ffe::1', '127.0.0.1'));
    await expect(outbound.fetch(`http://name.test:${port}/`)).rejects.toThrow(OutboundRefused);
    expect(reached).toEqual([]);
  });

  test('is refused by the name this machine has for itself', async () => {
    for (const name of ['localhost', 'LOCALHOST'])
      await expect(createOutbound().fetch(`http://${name}:${port}/`)).rejects.toThrow(OutboundRefused);
    expect(reached).toEqual([]);
  });

  test('is reached once its origin is on the list, so the guard is what refuses it', async () => {
    const outbound = createOutbound({ allowedOrigins: [origin] });
    expect(await (await outbound.fetch(`${origin}/let-in`)).text()).toBe('here I am');
    await expect(outbound.fetch(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow(OutboundRefused);
    await expect(outbound.fetch(`http://localhost:${port}/`)).rejects.toThrow(OutboundRefused);
  });
});

describe('a name whose address changes between two look-ups (DNS rebinding)', () => {
  // An unrouted public address.
  const turning = () => {
    const answers = [{ address: '3ffe::1', family: 6 }];
    return async () => [answers.pop() ?? { address: '127.0.0.1', family: 4 }];
  };
  const soon = () => AbortSignal.timeout(300);

  test('is connected at the address that was checked', async () => {
    const outbound = createOutbound({ resolve: turning() });
    await expect(outbound.fetch(`http://name.test:${port}/`, { signal: soon() })).rejects.toThrow(Error);
    expect(reached).toEqual([]);
  });

  test('reaches this machine where it is looked up a second time, the negative control', async () => {
    const resolve = turning();
    expect(await resolve()).toEqual([{ address: '3ffe::1', family: 6 }]);
    const lookup = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      void resolve().then((found) => done(null, found));
    const dispatcher = new Agent({ connect: { lookup: lookup as never } });
    await (await fetchWith(`http://name.test:${port}/`, { dispatcher, signal: soon() })).text();
    await dispatcher.close();
    expect(reached).toEqual(['GET /']);
  });
});

describe('a program on this machine', () => {
  test('is called on request, where that is allowed at all', async () => {
    const inDevelopment = createOutbound({ reachesOwnMachine: true });
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await inDevelopment.fetch(`http://${host}:${port}/`, { toOwnMachine: true })).status).toBe(200);
    await expect(inDevelopment.fetch(`${origin}/`)).rejects.toThrow(OutboundRefused);
    await expect(createOutbound().fetch(`${origin}/`, { toOwnMachine: true })).rejects.toThrow(OutboundRefused);
  });

  test('is not called by another name, nor the network beside it', async () => {
    const inDevelopment = createOutbound({ reachesOwnMachine: true, ...namesLeadTo('127.0.0.1') });
    for (const host of ['name.test', '10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]', '0.0.0.0'])
      await expect(inDevelopment.fetch(`http://${host}:${port}/`, { toOwnMachine: true })).rejects.toThrow(
        OutboundRefused,
      );
    expect(reached).toEqual([]);
  });
});

describe('a call', () => {
  const call = (path: string, init: Partial<OutboundInit> = {}) =>
    createOutbound({ allowedOrigins: [origin] }).fetch(origin + path, init);

  test('carries method, headers and body, and brings status, headers and body', async () => {
    answer = (request, response) => {
      response.writeHead(201, { 'content-type': 'text/plain', 'x-seen': request.headers['x-sent'] });
      request.pipe(response);
    };
    const init = { method: 'POST', headers: new Headers({ 'x-sent': 'yes' }), body: new URLSearchParams({ a: 'b' }) };
    const response = await call('/form?q=1', init);
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.headers.get('x-seen'), await response.text()]).toEqual([201, 'yes', 'a=b']);
    expect(reached).toEqual(['POST /form?q=1']);
  });

  test('may be answered without a body', async () => {
    answer = (_request, response) => response.writeHead(204).end();
    expect((await call('/')).status).toBe(204);
  });

  test('may be answered with a reason that is not plain English', async () => {
    answer = (_request, response) => response.writeHead(200, 'Übernommen').end('done');
    const response = await call('/');
    expect([response.status, await response.text()]).toEqual([200, 'done']);
  });

  test('does not follow a redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    expect((await call('/first')).status).toBe(302);
    expect(reached).toEqual(['GET /first']);
  });

  test.for(['file:///etc/hostname', 'ftp://example.org/', 'data:text/plain,hello', 'unix:/tmp/x'])(
    'speaks HTTP alone: not %s',
    async (address) => {
      await expect(createOutbound().fetch(address)).rejects.toThrow(OutboundRefused);
    },
  );

  test('takes an answer of one megabyte and not a byte more', async () => {
    const megabyte = 1024 * 1024;
    answer = ({ url }, response) => response.end(Buffer.alloc(megabyte + (url === '/more' ? 1 : 0)));
    expect((await (await call('/just')).arrayBuffer()).byteLength).toBe(megabyte);
    await expect(call('/more')).rejects.toThrow('more than 1048576 bytes');
  });

  test('counts the decompressed bytes of an answer', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    await expect(call('/')).rejects.toThrow('more than 1048576 bytes');
  });

  test('times out after five seconds, even while data keeps arriving', async () => {
    const timers: NodeJS.Timeout[] = [];
    answer = (_request, response) => void timers.push(setInterval(() => response.write('.'), 100));
    const startedMs = performance.now();
    await expect(call('/')).rejects.toThrow('aborted due to timeout');
    for (const timer of timers) clearInterval(timer);
    expect(performance.now() - startedMs).toBeGreaterThan(4_900);
  });

  test('reads only the beginning of an answer where asked to', async () => {
    const megabytes = Buffer.alloc(2 * 1024 * 1024, 'a');
    answer = ({ url }, response) => {
      response.writeHead(201);
      if (url === '/large') response.end(megabytes);
      else response.write('begun', () => response.destroy());
    };
    const large = await call('/large', { cutAtBytes: 100 });
    expect([large.status, await large.text()]).toEqual([201, 'a'.repeat(100)]);
    const broken = await call('/broken', { cutAtBytes: 100 });
    expect([broken.status, await broken.text()]).toEqual([201, 'begun']);
    await expect(call('/broken')).rejects.toThrow('terminated');
  });

  test('ignores a proxy of the environment, which other programs use', async () => {
    const ask = (by: string) => {
      const script = `
        import { createOutbound } from ${JSON.stringify(new URL('outbound.ts', import.meta.url).href)};
        const outbound = createOutbound({ allowedOrigins: [process.argv[1]] });
        const { status } = await ${by}(process.argv[1] + '/direct', { to: 'webhook' });
        process.stdout.write(String(status));`;
      const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' };
      return promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, origin], { env });
    };
    expect((await ask('outbound.fetch')).stdout).toBe('200');
    await expect(ask('fetch')).rejects.toThrow('ECONNREFUSED');
    expect(reached).toEqual(['GET /direct']);
  });
});

describe('a name from an untrusted source', () => {
  let nameServer: Socket;
  let asked: string[];
  /** A name server that resolves one name, answers NXDOMAIN for another, and never answers for all else. */
  beforeAll(async () => {
    asked = [];
    nameServer = createSocket('udp4', (question, { port: from, address }) => {
      const name = question.subarray(13, 13 + question[12]!).toString();
      asked.push(name);
      if (name === 'nowhere') nameServer.send(answerTo(question, 3), from, address);
      if (name === 'inside') nameServer.send(answerTo(question, 0, [10, 0, 0, 1]), from, address);
    }).bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
  });
  afterAll(() => void nameServer.close());

  const openResolver = (options: { timeout: number; tries: number }) => {
    const resolver = new Resolver(options);
    resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
    return resolver;
  };
  const resolve = askNameServers(() => openResolver({ timeout: 1_500, tries: 2 }));
  const outbound = createOutbound({ resolve });

  test('is refused in the same words whether it is internal or unknown', async () => {
    const faults = ['inside.test', 'nowhere.test'].map((name) => outbound.fetch(`https://${name}/`).catch(String));
    const [inside, nowhere] = await Promise.all(faults);
    expect(inside).toBe('OutboundRefused: no public address');
    expect(nowhere).toBe(inside);
    expect(new Set(asked)).toEqual(new Set(['inside', 'nowhere']));
  });

  test('does not delay other names while its name server is silent', async () => {
    const abort = new AbortController();
    let hasEnded = false;
    // Look-ups without a time limit.
    const ask = askNameServers(() => openResolver({ timeout: 600_000, tries: 1 }));
    const silent = Promise.all(Array.from({ length: 20 }, () => ask('silent.test', abort.signal)));
    void silent.finally(() => (hasEnded = true));
    await expect.poll(() => asked).toContain('silent');
    await Promise.all([
      askSystem('localhost', abort.signal),
      expect(outbound.fetch('https://nowhere.test/')).rejects.toThrow('address'),
    ]);
    expect(hasEnded).toBe(false);
    abort.abort();
    expect((await silent).flat()).toEqual([]);
  });
});

/** @param code 3 where there is no such name */
function answerTo(question: Buffer, code: number, ipv4?: number[]): Buffer {
  const nameEnds = question.indexOf(0, 12) + 1;
  const isIpv4 = question.readUInt16BE(nameEnds) === 1;
  const record = ipv4 && isIpv4 ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...ipv4]) : Buffer.alloc(0);
  const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80 + code, 0, 1, 0, record.length ? 1 : 0, 0, 0, 0, 0]);
  return Buffer.concat([head, question.subarray(12, nameEnds + 4), record]);
}
