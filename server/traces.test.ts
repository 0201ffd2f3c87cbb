import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpServer } from './platform/http/server.ts';
import { createLog } from './platform/log.ts';
import { createOutbound } from './platform/outbound.ts';
import { startTracing } from './platform/tracing/otlp.ts';
import { readTracing, type TracingSettings } from './platform/tracing/tracing-env.ts';
import { runInSpan, startSpan } from './platform/tracing/tracing.ts';
import { createBuying } from './testing/buying.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from './testing/product.ts';
import { startReceiver } from './testing/receiver.ts';
import { collectLog } from './testing/security-log.ts';
import { startTraceCollector, type ReceivedSpan, type TraceCollector } from './testing/trace-collector.ts';

const root = path.resolve(import.meta.dirname, '..');
const foreign = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceparent = (flags: '00' | '01') => `00-${foreign.trace}-${foreign.span}-${flags}`;

let collector: TraceCollector;
beforeAll(async () => {
  collector = await startTraceCollector();
});
afterAll(() => collector.stop());

const settingsFor = (variables: Record<string, string> = {}): TracingSettings =>
  readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...variables })!;
const traceOf = ({ traceId }: ReceivedSpan) => collector.spans.filter((span) => span.traceId === traceId);
const named = (name: string | RegExp, spans = collector.spans) =>
  spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));

/** Whether a span stands below another one, however deep. */
function isBelow(span: ReceivedSpan, ancestor: ReceivedSpan, all: readonly ReceivedSpan[]): boolean {
  if (span.parentSpanId === ancestor.spanId) return true;
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId);
  return parent !== undefined && isBelow(parent, ancestor, all);
}

describe('a product with a collector', () => {
  const collected = collectLog();
  let product: TestProduct;
  let student: Student;
  beforeAll(async () => {
    product = await startTestProduct({
      log: collected.log,
      envFor: () => ({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=hunter2',
        OTEL_SERVICE_NAME: 'club',
      }),
    });
    ({ student } = await createBuying(() => product).enrolled());
  });
  afterAll(() => product.stop());

  /** Lines of the log about a trace. */
  const linesOf = ({ traceId }: ReceivedSpan) =>
    collected
      .text()
      .split('\n')
      .filter((line) => line.includes(`"trace_id":"${traceId}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** A trace that begins with a span of this name, once it has spans of all the other names. Spans come as they end. */
  async function findTrace(rootName: string, ...others: RegExp[]) {
    let found: ReceivedSpan | undefined;
    await eventually(async () => {
      found = named(rootName).find((span) => others.every((name) => named(name, traceOf(span)).length > 0));
      return found !== undefined;
    });
    const spans = traceOf(found!);
    return { begin: found!, spans, one: (name: RegExp) => named(name, spans)[0]! };
  }

  test('tells of a paid checkout in one trace: card event, its SQL, the job, the provider, the mail', async () => {
    const [job, mailJob, sent] = [/^job card-event$/, /^job send-mail$/, /^mail send$/];
    const { begin, spans, one } = await findTrace('POST /webhooks/stripe', job, mailJob, sent);
    expect(begin).toMatchObject({
      parentSpanId: '',
      service: 'club',
      attributes: { 'http.route': '/webhooks/stripe', 'http.response.status_code': 200 },
    });
    for (const [inner, outer] of [
      [/^insert provider_event$/, begin],
      [job, begin],
      // By its id, or by its payment: whichever event came first.
      [/^cards GET \/v1\/checkout\/sessions/, one(job)],
      [/^update enrolment_order$/, one(job)],
      [mailJob, one(job)],
      [sent, one(mailJob)],
    ] as const)
      expect([inner, named(inner, spans).some((span) => isBelow(span, outer, spans))]).toEqual([inner, true]);
    expect(linesOf(begin).map(({ msg }) => msg)).toContain('answered');
  });

  test('tells of the checkout’s beginning in one trace: request, SQL, provider', async () => {
    const names = [/^insert enrolment_order$/, /^commit$/, /^cards POST \/v1\/checkout\/sessions$/];
    const { begin, spans, one } = await findTrace('POST /enrolment/checkout', ...names);
    for (const name of names) expect([name, isBelow(one(name), begin, spans)]).toEqual([name, true]);
    expect(linesOf(begin).find(({ msg }) => msg === 'answered')).toMatchObject({
      route: '/enrolment/checkout',
      requestId: begin.attributes['intake.request_id'],
    });
  });

  test('sends no value, address, token or key along, only what stands in the code', async () => {
    const headers = { cookie: 'intake_session=abc' };
    for (const address of [`/account/verify-email?token=${'s'.repeat(43)}`, `/nowhere/${student.memberId}`]) {
      const id = (await fetch(product.url + address, { headers })).headers.get('x-request-id');
      await eventually(async () => collector.spans.some(({ attributes }) => attributes['intake.request_id'] === id));
    }
    const sent = Buffer.concat(collector.bodies).toString('latin1');
    const { rows } = await product.database.pool.query<{ reference: string; session: string }>(
      `select reference, session_id as session from enrolment_order where member_id = $1`,
      [student.memberId],
    );
    for (const secret of [
      student.email,
      student.memberId,
      student.token,
      rows[0]!.reference,
      rows[0]!.session,
      's'.repeat(43),
      'Silva',
      '021 555',
      'intake_session',
      'hunter2',
      'argon2',
      '127.0.0.1:5432',
    ])
      expect([secret, sent.includes(secret)]).toEqual([secret, false]);
    // Shown what it must find: the same search over a body that has one (negative control).
    expect(Buffer.from(sent + student.email, 'latin1').includes(student.email)).toBe(true);
    expect(sent).toContain('$1');
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'hunter2' });
  });

  test('records neither probes nor the polls of workers', () => {
    expect(named(/healthz|readyz|metrics/)).toEqual([]);
    const roots = new Set(
      collector.spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name.split(' ')[0]),
    );
    for (const kind of roots) expect(['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PUT', 'job']).toContain(kind);
  });

  test('a job belongs to the trace of its cause; long after that began it has one of its own, with a link', async () => {
    const queue = (id: string, traceAgeHours: number) =>
      product.database.pool.query(`select graphile_worker.add_job('send-mail', $1::json)`, [
        JSON.stringify({ id, traceparent: traceparent('01'), traceBeganMs: Date.now() - traceAgeHours * 3_600_000 }),
      ]);
    await queue('mail_soon', 0);
    await eventually(async () => named('job send-mail').some(({ traceId }) => traceId === foreign.trace));
    await queue('mail_late', 1);
    await eventually(async () => named('job send-mail').some(({ links }) => links.includes(foreign.trace)));
    const late = named('job send-mail').find(({ links }) => links.includes(foreign.trace))!;
    expect(late).toMatchObject({ parentSpanId: '' });
    expect(late.traceId).not.toBe(foreign.trace);
  });

  test('the log line of a job that failed names its trace', async () => {
    const cause = { ...foreign, trace: 'f'.repeat(32) };
    await product.database.pool.query(
      `select graphile_worker.add_job('send-mail', json_build_object('traceparent', $1::text))`,
      [`00-${cause.trace}-${cause.span}-01`],
    );
    const failed = () =>
      collected
        .text()
        .split('\n')
        .filter((line) => line.includes('Failed task') && line.includes('JobPayloadError'));
    await eventually(async () => failed().length > 0);
    expect(JSON.parse(failed()[0]!)).toMatchObject({ level: 'error', job: 'send-mail', trace_id: cause.trace });
    await eventually(async () =>
      named('job send-mail').some(({ traceId, hasFailed }) => traceId === cause.trace && hasFailed),
    );
  });
});

describe('a trace that began before us', () => {
  /** A server behind one proxy. */
  async function ask(from: string, header: string, options: { sampler?: string; joinsTraces?: boolean } = {}) {
    const { sampler = 'parentbased_always_on', joinsTraces = true } = options;
    const before = collector.spans.length;
    const stop = startTracing(settingsFor({ OTEL_TRACES_SAMPLER: sampler }), createLog('silent'));
    const app = createHttpServer({ log: createLog('silent'), trustedProxies: ['10.0.0.1'], joinsTraces });
    app.get('/page', async () => 'fine');
    await app.inject({ url: '/page', remoteAddress: from, headers: { traceparent: header } });
    await app.close();
    await stop();
    return collector.spans.slice(before);
  }

  test('goes on where a trusted proxy says so', async () => {
    expect(await ask('10.0.0.1', traceparent('01'))).toMatchObject([
      { name: 'GET /page', traceId: foreign.trace, parentSpanId: foreign.span },
    ]);
  });

  test('is recorded as its proxy has decided, unless the sampler decides alone', async () => {
    expect(await ask('10.0.0.1', traceparent('00'))).toEqual([]);
    expect(await ask('10.0.0.1', traceparent('00'), { sampler: 'always_on' })).toHaveLength(1);
    expect(await ask('10.0.0.1', traceparent('01'), { sampler: 'always_off' })).toEqual([]);
  });

  test('of a stranger is neither joined nor makes us record', async () => {
    const [span] = await ask('203.0.113.7', traceparent('01'));
    expect(span).toMatchObject({ name: 'GET /page', parentSpanId: '' });
    expect(span!.traceId).not.toBe(foreign.trace);
    expect(await ask('203.0.113.7', traceparent('01'), { sampler: 'parentbased_always_off' })).toEqual([]);
    expect(await ask('10.0.0.1', traceparent('01'), { sampler: 'parentbased_always_off' })).toHaveLength(1);
  });

  test('is not joined where OTEL_PROPAGATORS is none, or where it does not parse', async () => {
    for (const [header, joinsTraces] of [
      [traceparent('01'), false],
      [`00-${'0'.repeat(32)}-${foreign.span}-01`, true],
      ['x'.repeat(55), true],
    ] as const) {
      const [span] = await ask('10.0.0.1', header, { joinsTraces });
      expect(span).toMatchObject({ parentSpanId: '' });
      expect(span!.traceId).not.toBe(foreign.trace);
    }
  });
});

test('no foreign host is told of a trace', async () => {
  const receiver = await startReceiver();
  const stop = startTracing(settingsFor(), createLog('silent'));
  const outbound = createOutbound({ reachesOwnMachine: true });
  await runInSpan(startSpan('a job')!, () =>
    outbound.fetch(`${receiver.origin}/hook?key=hunter2`, { to: 'webhook', toOwnMachine: true, method: 'POST' }),
  );
  await stop();
  await receiver.stop();
  expect(receiver.received).toHaveLength(1);
  expect(Object.keys(receiver.received[0]!.headers).filter((name) => /trace|baggage|b3/.test(name))).toEqual([]);
  expect(named('webhook POST')).toMatchObject([
    { attributes: { 'server.address': '127.0.0.1', 'http.request.method': 'POST', 'http.response.status_code': 200 } },
  ]);
});

describe('a collector that', () => {
  beforeEach(() => () => {
    collector.answer = 200;
    for (const response of collector.open) response.destroy();
    collector.open.clear();
  });
  const record = async (stop: () => Promise<void>) => {
    startSpan('some work')!.end();
    await stop();
  };

  test('never answers keeps no request waiting', async () => {
    collector.answer = 'silence';
    const stop = startTracing(settingsFor(), createLog('silent'));
    const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
    app.get('/page', async () => 'fine');
    // More than wait at most: the rest is dropped.
    for (let count = 0; count < 3_000; count++) expect((await app.inject('/page')).statusCode).toBe(200);
    await eventually(async () => collector.open.size > 0);
    await app.close();
    await stop();
  });

  test('never answers keeps the end of the process waiting for less than its export may take', async () => {
    const silent = await startTraceCollector();
    silent.answer = 'silence';
    await record(startTracing(settingsFor({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.endpoint }), createLog('silent')));
    // An export that took its time would have been given up, and its connection closed.
    expect(silent.open.size).toBe(1);
    await silent.stop();
  });

  test('fails is told of in one line, and in one when it is back', async () => {
    const collected = collectLog();
    const linesWith = (text: string) =>
      collected
        .text()
        .split('\n')
        .filter((line) => line.includes(text)).length;
    const stop = startTracing(settingsFor(), collected.log);
    collector.answer = 400;
    const before = collector.headers.length;
    for (let exports = 1; exports <= 2; exports++) {
      startSpan('some work')!.end();
      await eventually(async () => collector.headers.length >= before + exports);
    }
    await eventually(async () => linesWith('does not take traces') > 0);
    collector.answer = 200;
    await record(stop);
    expect([linesWith('does not take traces'), linesWith('takes traces again')]).toEqual([1, 1]);
  });

  test('is back gets what was recorded before the process ended', async () => {
    await record(startTracing(settingsFor({ OTEL_SERVICE_NAME: 'at the end' }), createLog('silent')));
    expect(collector.spans.filter(({ service }) => service === 'at the end')).toHaveLength(1);
  });
});

test('without a collector nothing of OpenTelemetry is loaded', () => {
  const sources = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|^server\/testing\//.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const);
  const importing = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([file]) => file);
  expect(importing(/from '@opentelemetry\//)).toEqual(['server/platform/tracing/otlp.ts']);
  expect(importing(/from '.*\/tracing\/otlp\.ts'/)).toEqual([]);
  expect(importing(/await import\('.*\/tracing\/otlp\.ts'\)/)).toEqual(['server/product.ts']);
});
