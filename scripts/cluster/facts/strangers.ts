import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { askPatroni } from '../database.ts';
import { askForFile, type Scene } from '../scene.ts';

/** Milliseconds until HAProxy ends a request whose headers do not end: `timeout http-request`. */
const headersMs = 10_000;

/** What a program without passwords and certificates may do. */
export function strangers(scene: Scene): void {
  describe('a stranger', () => {
    test('may ask Patroni which server is the primary, and change nothing', async () => {
      const { machine } = await scene.cluster.databases.findPrimary();
      expect((await askPatroni(machine, '/primary')).status).toBe(200);
      const change = { method: 'PATCH', body: '{"postgresql":{"parameters":{"archive_command":"true"}}}' };
      expect((await askPatroni(machine, '/config', change)).status).toBe(401);
    });

    test('is led from plain HTTP to TLS, and calls over it are refused', async () => {
      const { plainUrl, url } = scene.cluster;
      const page = await fetch(`${plainUrl}/courses?of=all`, { redirect: 'manual' });
      expect([page.status, page.headers.get('location')]).toEqual([301, `${url}/courses?of=all`]);
      const calls: [string, RequestInit][] = [
        ['/auth/login', { method: 'POST' }],
        ['/member', { headers: { authorization: 'Bearer a-token' } }],
        ['/app', { headers: { 'x-api-key': 'pk_sb_demo' } }],
      ];
      for (const [path, call] of calls)
        expect((await fetch(plainUrl + path, { ...call, redirect: 'manual' })).status).toBe(403);
      expect(await askForFile(scene)).toBe('200');
    });

    test('is refused the numbers of the processes by the proxy, however their address is written', async () => {
      for (const address of ['/metrics', '/%6detrics', '/%6D%65trics?of=all'])
        expect([address, (await fetch(scene.cluster.url + address)).status]).toEqual([address, 403]);
      expect((await fetch(`${scene.cluster.url}/healthz`)).status).toBe(200);
    });

    test('a certificate authority reaches certbot over plain HTTP, and no other address leaves TLS by that', async () => {
      const renewing = createServer((_request, response) => response.end('a proof'));
      renewing.listen(8888, '127.0.0.1');
      await once(renewing, 'listening');
      try {
        const challenge = '/.well-known/acme-challenge/a-token';
        expect(await (await fetch(scene.cluster.plainUrl + challenge)).text()).toBe('a proof');
        const beside = await fetch(`${scene.cluster.plainUrl}/.well-known/security.txt`, { redirect: 'manual' });
        expect(beside.status).toBe(301);
      } finally {
        renewing.close();
      }
    });

    test('who sends headers byte by byte is cut off', async () => {
      const { port } = new URL(scene.cluster.plainUrl);
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      const startedMs = performance.now();
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      const dripping = setInterval(() => socket.write('x'), 500);
      const patience = setTimeout(() => socket.destroy(), 2 * headersMs);
      try {
        expect(await text(socket)).toMatch(/^HTTP\/1\.1 408/);
      } finally {
        clearInterval(dripping);
        clearTimeout(patience);
        socket.destroy();
      }
      expect(performance.now() - startedMs).toBeGreaterThan(headersMs * 0.9);
    });

    test('who takes the proxy over is not root', () => {
      const workers = ['-o', 'user=', '--ppid', String(scene.cluster.proxy.pid)];
      expect(execFileSync('ps', workers, { encoding: 'utf8' }).trim()).toBe('haproxy');
    });
  });
}
