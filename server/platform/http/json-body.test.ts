import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoServer, type DemoServer } from '../../testing/demo-server.ts';
import { sendRaw } from '../../testing/raw-request.ts';

let demo: DemoServer;
beforeAll(async () => {
  demo = await startDemoServer();
});
afterAll(() => demo.stop());
const ask: DemoServer['ask'] = (path, init) => demo.ask(path, init);
const json = { 'content-type': 'application/json' };
const greet = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = json) =>
  ask('/greet', { method: 'POST', body, headers });
const nested = (depth: number) => `{"name":"Ana","more":${'['.repeat(depth)}${']'.repeat(depth)}}`;
/** With the list and the name, so many values and two. */
const long = (entries: number) => JSON.stringify({ name: 'Ana', more: Array<number>(entries).fill(0) });
const wide = (keys: number) =>
  JSON.stringify({ name: 'Ana', more: Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 0])) });

describe('a body', () => {
  test('that fits is answered through the schema, and nothing else leaves', async () => {
    const { status, text } = await greet('{"name":"Ana"}');
    expect(status).toBe(200);
    expect(text).toBe('{"data":{"name":"Ana"}}');
  });

  test.for<[string, string, number, string]>([
    ['is cut off', '{"name":', 400, 'invalid-json'],
    ['is not JSON', 'name=Ana', 400, 'invalid-json'],
    ['is empty', '', 400, 'invalid-request'],
    ['is a list', '[]', 400, 'invalid-request'],
    ['is null', 'null', 400, 'invalid-request'],
    ['lacks a field', '{}', 400, 'invalid-request'],
    ['has a field of another type', '{"name":{"$ne":""}}', 400, 'invalid-request'],
    ['has an unknown field', '{"name":"Ana","stage":"3"}', 400, 'invalid-request'],
    ['has a key twice', '{"name":"Ana","name":"Eve"}', 400, 'invalid-json'],
    ['has a key twice, once disguised', '{"name":"Ana","na\\u006de":"Eve"}', 400, 'invalid-json'],
    ['has a key twice further in', '{"name":"Ana","more":[{"a":1,"a":2}]}', 400, 'invalid-json'],
    ['names __proto__', '{"name":"Ana","__proto__":{"admin":true}}', 400, 'invalid-json'],
    ['names __proto__ further in, disguised', '{"name":"Ana","more":{"__pr\\u006fto__":{}}}', 400, 'invalid-json'],
    ['names a constructor', '{"name":"Ana","more":{"constructor":{"prototype":{}}}}', 400, 'invalid-json'],
    ['has NUL in a text', '{"name":"A\\u0000na"}', 400, 'invalid-json'],
    ['has NUL in a key further in', '{"name":"Ana","more":[{"a\\u0000":1}]}', 400, 'invalid-json'],
    ['has half a character in a text', '{"name":"A\\ud83dna"}', 400, 'invalid-json'],
    ['has half a character in a list', '{"name":"Ana","more":["\\ude00"]}', 400, 'invalid-json'],
    ['is NUL alone', '"\\u0000"', 400, 'invalid-json'],
    ['is nested 33 deep', nested(33), 400, 'invalid-json'],
    ['is nested as deep as fits', nested(32_000), 400, 'invalid-json'],
    ['has 10,001 values', long(9_999), 400, 'invalid-json'],
    ['is 64 KB and one byte', JSON.stringify({ name: 'a'.repeat(64 * 1024 - 10) }), 413, 'body-too-large'],
  ])('that %s is refused', async ([, body, status, code]) => {
    const answer = await greet(body);
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code });
  });

  test.for([
    ['nested 31 deep', nested(31)],
    ['with characters outside the basic plane', '{"name":"\\ud83d\\ude00 😀"}'],
    ['with 5,000 keys', wide(5_000)],
    ['with 10,000 values', long(9_998)],
    ['of 64 KB', JSON.stringify({ name: 'a'.repeat(64 * 1024 - 11) })],
    [
      'with keys and colons inside its texts',
      JSON.stringify({ name: '"a":1, "a" : 2 \\', more: [{ 'a"b:': ':' }, ':'] }),
    ],
  ])('%s is taken', async ([, body]) => expect((await greet(body!)).status).toBe(200));

  test('without a length is cut off at 64 KB', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        if (sent > 50 * 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(16_384).fill(0x20));
      },
    });
    const answer = await ask('/greet', {
      method: 'POST',
      body: endless,
      headers: json,
      duplex: 'half',
    } as RequestInit).catch(() => ({ status: 413 }));
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(5 * 1024 * 1024);
  });

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json\ttext/plain',
    'application/json;a=b;text/plain',
    'application/ld+json',
    'a',
  ])('sent as "%s" is refused before it is read', async (type) => {
    const { status, error } = await greet('{"name":"Ana"}', { 'content-type': type });
    expect({ status, code: error?.code }).toEqual({ status: 415, code: 'unsupported-media-type' });
  });

  test('without a type is refused', async () => {
    const { status } = await sendRaw(
      demo.port,
      ['POST /greet HTTP/1.1', 'Host: x', 'Content-Length: 14', 'Connection: close', ''],
      '{"name":"Ana"}',
    );
    expect(status).toBe(415);
  });

  test.for(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'sent as "%s" is taken',
    async (type) => expect((await greet('{"name":"Ana"}', { 'content-type': type })).status).toBe(200),
  );

  test.for(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip'])(
    'compressed as %s is refused',
    async (encoding) => {
      const { status } = await greet(gzipSync('{"name":"Ana"}'), { ...json, 'content-encoding': encoding });
      expect(status).toBe(415);
    },
  );

  test('may be missing with its type, where none is needed', async () => {
    expect((await ask('/leave', { method: 'POST' })).text).toBe('{"hasBody":false}');
    expect((await ask('/leave', { method: 'POST', headers: json })).text).toBe('{"hasBody":false}');
  });

  test('that is wrong is described by its field and never by its value', async () => {
    const { text, error } = await greet('{"name":4711}');
    expect(error).toMatchObject({ code: 'invalid-request', field: 'name' });
    expect(text).not.toContain('4711');
    const unknown = await greet(JSON.stringify({ name: 'Ana', '<img src=x onerror=alert(1)>': 1 }));
    expect(unknown.text).not.toMatch(/[<>=]/);
    const foreign = await greet(JSON.stringify({ name: 'Ana', 'größe/cm:東': 1 }));
    expect(foreign.error?.message).toBe('Unknown field: größe/cm:東');
  });
});
