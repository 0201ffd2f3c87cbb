import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { liveSite } from '../../testing/membership.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import type { Site } from '../sites/site.ts';
import { remoteService } from './remote-services.ts';

/** A local server with the verification call that all three services have in common. */
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.received = [];
});

const secret = 'the-secret';
const used = new Set<string>();

/** As the services document it: error codes, and each token valid once. */
function answerLike(told: Record<string, unknown>, spent: string): void {
  receiver.answer = (response, { body }) => {
    const form = new URLSearchParams(body);
    const token = form.get('response') ?? '';
    const fault =
      form.get('secret') !== secret
        ? 'invalid-input-secret'
        : !token.startsWith('good-')
          ? 'invalid-input-response'
          : used.has(token)
            ? spent
            : undefined;
    used.add(token);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        fault ? { success: false, 'error-codes': [fault] } : { success: true, challenge_ts: '2026-11-20', ...told },
      ),
    );
  };
}

const siteWith = (service: 'hcaptcha' | 'turnstile' | 'recaptcha'): Site => ({
  ...liveSite,
  captcha: { service, siteKey: 'site-key' },
  plans: [],
});
const turnstileSite = siteWith('turnstile');
let count = 0;
const freshToken = () => `good-${(count += 1)}`;

let warnings: string;
const log = createLog('warn', { write: (line) => void (warnings += line) });
beforeEach(() => {
  warnings = '';
});

function ask(token = freshToken(), { own = secret, at = turnstileSite } = {}) {
  const outbound = createOutbound({ allowedOrigins: [receiver.origin] });
  const address = `${receiver.origin}/siteverify`;
  const service = remoteService({ outbound, log, appUrl: 'https://intake.example', address, secret: own });
  return service({ site: at, action: 'signup', token, clientAddress: '192.0.2.7' });
}

describe.for([
  ['hCaptcha', 'hcaptcha', { hostname: 'club.example', credit: false }, 'invalid-or-already-seen-response'],
  ['Turnstile', 'turnstile', { hostname: 'club.example', action: 'signup', cdata: '' }, 'timeout-or-duplicate'],
  ['reCAPTCHA with a box', 'recaptcha', { hostname: 'www.club.example' }, 'timeout-or-duplicate'],
  [
    'reCAPTCHA with a score',
    'recaptcha',
    { hostname: 'club.example', action: 'signup', score: 0.7 },
    'timeout-or-duplicate',
  ],
] as const)('%s', ([, service, told, spent]) => {
  const site = siteWith(service);
  const askHere = (token = freshToken(), own = secret) => ask(token, { own, at: site });
  beforeEach(() => answerLike(told, spent));

  test('is sent a form, and its yes counts once', async () => {
    const token = freshToken();
    const proof = await askHere(token);
    expect(proof?.id).toMatch(/^[\w-]{43}$/);
    const [call] = receiver.received;
    expect([call!.method, call!.path]).toEqual(['POST', '/siteverify']);
    expect(call!.headers['content-type']).toContain('application/x-www-form-urlencoded');
    const form = { secret, response: token, remoteip: '192.0.2.7', sitekey: 'site-key' };
    expect(Object.fromEntries(new URLSearchParams(call!.body))).toEqual(form);
    expect(await askHere(token)).toBeUndefined();
  });

  test('says no to a wrong proof, and to none', async () => {
    expect(await askHere('bad')).toBeUndefined();
    expect(await askHere('')).toBeUndefined();
    expect(await askHere('x'.repeat(20_000))).toBeUndefined();
    expect(receiver.received).toHaveLength(1);
  });

  test('with a wrong secret is as good as away', async () => {
    await expect(askHere(freshToken(), 'other')).rejects.toMatchObject({ code: 'captcha-unavailable' });
  });

  test('is not believed about another site’s page', async () => {
    answerLike({ ...told, hostname: 'evil.example' }, spent);
    expect(await askHere()).toBeUndefined();
    expect(await ask(freshToken(), { at: { ...site, mode: 'sandbox' } })).toBeDefined();
  });

  test('has to say of which page, where members are real', async () => {
    answerLike({ ...told, hostname: undefined }, spent);
    expect(await askHere()).toBeUndefined();
    expect(await ask(freshToken(), { at: { ...site, mode: 'sandbox' } })).toBeDefined();
  });

  test('is believed about our own pages where they are the site’s', async () => {
    answerLike({ ...told, hostname: 'intake.example' }, spent);
    expect(await askHere()).toBeUndefined();
    expect(await ask(freshToken(), { at: { ...site, ownPages: true } })).toBeDefined();
  });

  test('has to say for which action, where it can', async () => {
    answerLike({ ...told, action: '' }, spent);
    const cannot = !('action' in told);
    expect((await askHere()) !== undefined).toBe(cannot);
    expect(await ask(freshToken(), { at: { ...site, mode: 'sandbox' } })).toBeDefined();
  });
});

test('a proof for another action, and one that looks like a robot’s, count for nothing', async () => {
  answerLike({ hostname: 'club.example', action: 'login' }, '');
  expect(await ask()).toBeUndefined();
  answerLike({ hostname: 'club.example', action: 'signup', score: 0.3 }, '');
  expect(await ask()).toBeUndefined();
});

describe('a service in trouble', () => {
  const away = { code: 'captcha-unavailable', status: 503 };

  test.for([
    [500, '{"success":true}'],
    [200, 'not json'],
    [200, '{"success":"yes"}'],
    [200, '{"success":false,"error-codes":["internal-error"]}'],
    [302, ''],
    [429, '{"success":true}'],
  ] as const)('lets nobody in: %s %s', async ([status, body]) => {
    receiver.answer = (response) => void response.writeHead(status, { location: '/elsewhere' }).end(body);
    await expect(ask()).rejects.toMatchObject(away);
    expect(JSON.parse(warnings)).toMatchObject({ site: turnstileSite.id, service: 'turnstile' });
  });

  test('logs what is wrong, without the secret', async () => {
    answerLike({}, '');
    await expect(ask(freshToken(), { own: 'other' })).rejects.toMatchObject(away);
    expect(warnings).toContain('it says invalid-input-secret');
    expect(warnings).not.toContain('other');
  });

  test('is waited for three seconds', async () => {
    receiver.answer = () => undefined;
    const startedMs = performance.now();
    await expect(ask()).rejects.toMatchObject(away);
    expect(performance.now() - startedMs).toBeGreaterThan(2_900);
  });
});
