import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleMessage } from '../../contract/site-events.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { root } from '../lib/project.mjs';

const secret = `whsec_${Buffer.from('a secret of twenty-four').toString('base64')}`;
const body = JSON.stringify(exampleMessage('member.created'));

let folder: string;
let program: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'intake-hook-'));
  program = path.join(folder, 'hook.mjs');
  port = await freePort();
  const page = readFileSync(path.join(root, 'docs/webhooks.md'), 'utf8');
  const [, code] = /Save this as `hook\.mjs`.*?```js\n(.*?)```/s.exec(page)!;
  writeFileSync(program, code!.replaceAll('8080', String(port)));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (webhookSecret: string) =>
  spawn(process.execPath, [program], { env: { WEBHOOK_SECRET: webhookSecret }, stdio: 'pipe' });

function sign(by: string, sentAt = new Date()) {
  const signature = new Webhook(by).sign('msg_1', sentAt, body);
  const seconds = String(Math.floor(sentAt.getTime() / 1000));
  return { 'svix-id': 'msg_1', 'svix-timestamp': seconds, 'svix-signature': signature };
}

describe('the receiver that the page about webhooks shows', () => {
  test('takes a signed message, and says why it refuses another', async () => {
    const receiver = start(secret);
    const said = { out: '', error: '' };
    receiver.stdout.on('data', (data) => (said.out += String(data)));
    receiver.stderr.on('data', (data) => (said.error += String(data)));
    try {
      await eventually(async () => said.out.includes(`http://localhost:${port}/hook`));
      const send = async (headers: Record<string, string>) =>
        (await fetch(`http://localhost:${port}/hook`, { method: 'POST', headers, body })).status;
      expect(await send(sign(secret))).toBe(204);
      await eventually(async () => said.out.includes('member.created mem_sb_'));
      expect(said.error).toBe('');
      expect(await send(sign(`whsec_${Buffer.from('another one').toString('base64')}`))).toBe(400);
      await eventually(async () => said.error.includes('Refused: no signature matches'));
      expect(await send(sign(secret, new Date(Date.now() - 600_000)))).toBe(400);
      await eventually(async () => said.error.includes('Refused: svix-timestamp'));
      expect(await send({})).toBe(400);
    } finally {
      receiver.kill();
    }
  });

  test.for(['', 'sk_sb_not-this-one'])('does not start with the secret "%s"', async (wrong) => {
    const receiver = start(wrong);
    try {
      const [[code], error] = await Promise.all([once(receiver, 'close'), text(receiver.stderr)]);
      expect([code, error]).toEqual([1, expect.stringContaining('WEBHOOK_SECRET')]);
    } finally {
      receiver.kill();
    }
  });
});
