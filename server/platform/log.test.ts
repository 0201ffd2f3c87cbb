import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { metricsRoute } from './http/metrics.routes.ts';
import { createHttpServer } from './http/server.ts';
import { randomToken } from './keys.ts';
import { createLog } from './log.ts';
import { measureWork } from '../testing/measure-work.ts';

function buildLog() {
  let written = '';
  const log = createLog(
    'info',
    new PassThrough().on('data', (text) => (written += String(text))),
  );
  return { log, lines: () => written.split('\n').slice(0, -1), text: () => written };
}
const secret = 'hunter2"\\hunter2';
const token = randomToken();
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.for<[string, object]>([
  ['a password', { password: secret }],
  ['a password further in', { a: { b: { c: { d: { newPassword: secret } } } } }],
  ['passwords in a list', { bodies: [{ oldPassword: secret }, { password: secret }] }],
  ['a token', { passwordlessToken: secret, accessToken: secret, Token: secret }],
  [
    'headers',
    { headers: { authorization: secret, cookie: secret, 'set-cookie': [secret], 'stripe-signature': secret } },
  ],
  ['a context', { body: { context: secret } }],
  ['a body as text', { raw: JSON.stringify({ password: 'hunter2', email: 'x' }) }],
  ['a cookie as text', { line: 'a=b; intake_session=hunter2; __Host-intake=hunter2' }],
  ['credentials in an address', { url: 'postgres://intake:hunter2@db/intake' }],
  [
    'an ID token in a message',
    { err: new Error(`JWT eyJhbGciOiJub25lIn0.${encoded({ name: 'hunter2' })}. is refused`) },
  ],
  ['tokens of a provider in a query', { url: '/callback?access_token=hunter2&id_token=hunter2&client_secret=hunter2' }],
  ['a query', { url: '/verify?token=hunter2&code=hunter2' }],
  [
    'an error',
    { err: Object.assign(new Error('Bearer hunter2'), { detail: 'Key (name)=(hunter2)', payload: 'hunter2' }) },
  ],
  ['the cause of an error', { err: new Error('outer', { cause: new Error('smtp://intake:hunter2@mail') }) }],
  ['a key of the card provider', { key: 'sk_live_hunter2', webhook: 'of whsec_hunter2.' }],
])('%s does not reach the log', ([, event]) => {
  const { log, text, lines } = buildLog();
  log.info(event, 'something happened');
  expect(text()).not.toContain('hunter2');
  expect(text()).not.toContain(encoded({ name: 'hunter2' }));
  expect(JSON.parse(lines()[0]!)).toMatchObject({ msg: 'something happened' });
});

test('a database error is logged with its SQLSTATE, without the values it quotes', () => {
  const { log, lines, text } = buildLog();
  const said = Object.assign(new Error('invalid input syntax for type uuid: "hunter2\n"hunter2"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (name)=(hunter2)',
    where: 'unnamed portal parameter $1 = hunter2',
    parameters: ['hunter2'],
  });
  log.error({ err: said }, 'it failed');
  log.error({ err: new Error('outer', { cause: said }) }, 'it failed');
  expect(text()).not.toContain('hunter2');
  expect(JSON.parse(lines()[0]!).err).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type uuid: "…"',
    stack: expect.stringContaining('log.test'),
  });
});

test.for([
  ['550 no such user ana.silva@example.org here', '550 no such user a***@example.org here'],
  ['<jürgen+x@bücher.example>', '<j***@bücher.example>'],
  ['?email=ana@example.org&a=b', '?email=a***@example.org&a=b'],
] as const)('%s is logged with the address masked', ([said, shown]) => {
  const { log, lines } = buildLog();
  log.warn({ err: new Error(said) }, said);
  expect(JSON.parse(lines()[0]!)).toMatchObject({ msg: shown, err: { message: shown } });
});

test.for([
  ['a session token', `the session ${token} ended`, token],
  ['a code', JSON.stringify({ code: '123456' }), '123456'],
  ['an address', 'to ana.silva+x@mail.example.org', 'ana.silva'],
  ['a bearer', `Authorization: Bearer ${token.slice(0, 20)}`, token.slice(0, 20)],
] as const)('%s in a message does not reach the log', ([, message, hidden]) => {
  const { log, text } = buildLog();
  log.info(message);
  log.child({ reqId: 'req_1' }).error({ note: message }, 'again');
  expect(text()).not.toContain(hidden);
});

test('stack, code and constraint of an error are kept', () => {
  const { log, lines } = buildLog();
  const fault = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'member_email' });
  log.error({ err: fault, order: 'ord_k2j3h4k5j6h7k8j9h2k3j4h5', ms: 123_456 }, 'it failed');
  expect(JSON.parse(lines()[0]!)).toMatchObject({
    level: 'error',
    order: 'ord_k2j3h4k5j6h7k8j9h2k3j4h5',
    ms: 123_456,
    err: {
      message: 'duplicate key',
      code: '23505',
      constraint: 'member_email',
      stack: expect.stringContaining('log.test'),
    },
  });
});

test('redaction has no catastrophic backtracking (ReDoS)', async () => {
  const { log } = buildLog();
  const length = 40_000;
  const clean = (part: string) => async () => log.info({ text: part.repeat(length / part.length) });
  const slow = ['"', '\\"', 'a@', '"token', 'a://', '\\"token\\":\\"', 'eyJ-', 'eyJa.', '?token'];
  const [plain, ...work] = await measureWork(3, ['some words ', ...slow].map(clean));
  // A pattern that backtracks takes thousands of times longer for texts of this length.
  expect(slow.filter((_, index) => work[index]! / plain! >= 100)).toEqual([]);
});

test('one event is one line, whatever its values say', () => {
  const { log, lines } = buildLog();
  const forged = 'x\n{"level":"info","msg":"forged"}\r\n\u2028{"level":"info"}';
  log.info({ name: forged, [forged]: 1, err: new Error(forged) }, forged);
  expect(lines()).toHaveLength(1);
  expect(JSON.parse(lines()[0]!)).toMatchObject({ name: forged, msg: forged });
});

test('an answer is logged with its route, and neither address nor body nor headers', async () => {
  const { log, lines, text } = buildLog();
  const app = createHttpServer({ log, trustedProxies: [] });
  app.post('/members/:email', async () => ({}));
  await app.inject({
    method: 'POST',
    url: '/members/ana@example.org?token=hunter2',
    headers: { authorization: 'Bearer hunter2', 'user-agent': 'hunter2', cookie: 'intake_session=hunter2' },
    payload: { password: 'hunter2' },
  });
  expect(lines()).toHaveLength(1);
  expect(JSON.parse(lines()[0]!)).toMatchObject({
    msg: 'answered',
    requestId: expect.stringMatching(/^req_/),
    method: 'POST',
    route: '/members/:email',
    status: 200,
  });
  expect(text()).not.toMatch(/hunter2|ana@/);
});

test('of looks at /metrics those that are refused are logged', async () => {
  const { log, lines } = buildLog();
  const app = createHttpServer({ log, trustedProxies: [] });
  metricsRoute(app, { token, production: true });
  const look = (headers = {}) => app.inject({ url: '/metrics', headers });
  expect((await look({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
  expect(lines()).toEqual([]);
  await look();
  expect(lines().map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ msg: 'answered', route: '/metrics', status: 404 }),
  );
});

/** Answers three requests, prints their statuses and exits. */
const program = `
  import { createServer } from 'node:http';
  import { createLog } from '${new URL('log.ts', import.meta.url).href}';
  const log = createLog('info');
  const server = createServer((_request, response) => {
    log.info('asked');
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (let asked = 0; asked < 3; asked++)
    console.error((await fetch('http://127.0.0.1:' + server.address().port)).status);
  server.close();
  server.closeAllConnections();`;

test('with an unwritable standard output, requests are answered and the process exits', async () => {
  // Opened for reading: it takes as little as a full disk does.
  const closed = await open(new URL(import.meta.url), 'r');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', closed.fd, 'pipe'],
  });
  const [said, [exitCode]] = await Promise.all([readText(child.stderr!), once(child, 'exit')]);
  await closed.close();
  expect({ said, exitCode }).toEqual({ said: '200\n200\n200\n', exitCode: 0 });
});
