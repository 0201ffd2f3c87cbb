import { createRandom, type Random } from '../random.ts';

/** A call as the product's own description shows it. */
export interface KnownCall {
  method: string;
  /** With its parameters in braces: `/app/plans/{planId}`. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

export interface MalformedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Reads the calls of an OpenAPI description. */
export function listCalls(description: any): KnownCall[] {
  const calls: KnownCall[] = [];
  for (const [path, methods] of Object.entries<Record<string, any>>(description.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const examples = (place: string) =>
        Object.fromEntries(
          (operation.parameters ?? [])
            .filter((each: any) => each.in === place)
            .map((each: any) => [each.name, String(each.example ?? '')]),
        );
      const body = operation.requestBody?.content?.['application/json']?.example;
      calls.push({ method: method.toUpperCase(), path, params: examples('path'), query: examples('query'), body });
    }
  return calls;
}

export interface Tokens {
  lasting: readonly string[];
  /** For calls that end sessions when they happen to be right. */
  doomed: string;
}

const endsSessions = /^(?:DELETE \/member|POST \/(?:member\/logout|member-auth|auth\/reset-password))$/;

/** Requests without end, each wrong in one way or several, some of them accidentally right. */
export function* malformedRequests(
  calls: readonly KnownCall[],
  seed: number,
  tokens: Tokens,
): Generator<MalformedRequest> {
  const random = createRandom(seed);
  for (;;) {
    const call = random.pick(calls);
    const method = random.chance(95)
      ? call.method
      : random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
    const body = method === 'GET' || method === 'HEAD' ? undefined : spoiledBody(call.body, random);
    yield {
      method,
      path: spoiledPath(call, random),
      headers: spoiledHeaders(
        body !== undefined,
        endsSessions.test(`${method} ${call.path}`) ? [tokens.doomed] : tokens.lasting,
        random,
      ),
      body,
    };
  }
}

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uFFFF\u202E',
  '../../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}%s%n',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(6_000),
  '😀'.repeat(300),
  'null',
  'app_demo',
  'pln_demo_free',
  'prc_demo_maker_monthly',
  'data:text/html,<b>',
  'http://169.254.169.254/latest',
  '//evil.example',
  'a@b.c, d@e.f',
  '2026-13-45T99:99:99Z',
  '%00',
  '%',
  '%ff%fe',
];
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: {} } } },
  Array.from({ length: 300 }, (_, index) => index),
];

const oddValue = (random: Random): unknown => (random.chance(50) ? random.pick(oddTexts) : random.pick(oddValues));

function spoiledPath({ path, params, query }: KnownCall, random: Random): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    random.chance(50) ? encodeURIComponent(params[name] ?? 'x') : oddSegment(random),
  );
  const asked = Object.entries(query)
    .filter(() => random.chance(70))
    .map(([name, value]) => `${name}=${random.chance(40) ? encodeURIComponent(value) : oddSegment(random)}`);
  if (random.chance(10)) asked.push(`${oddSegment(random)}=${oddSegment(random)}`, 'a[b]=c', 'isPasswordless=maybe');
  const spoiled = random.chance(4)
    ? filled + random.pick(['/', '//', '/.', '/..', '%2f', ';a=b', '.json', '%'])
    : filled;
  return asked.length > 0 ? `${spoiled}?${asked.join('&')}` : spoiled;
}

/** Odd, and still something an HTTP parser lets through. */
const oddSegment = (random: Random): string => {
  const text = random.pick(oddTexts).slice(0, 3_000);
  return text.startsWith('%') ? text : encodeURIComponent(text.toWellFormed());
};

function spoiledHeaders(hasBody: boolean, tokens: readonly string[], random: Random): Record<string, string> {
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${random.int(256)}.${random.int(256)}.${random.int(255)}`,
  };
  if (random.chance(95))
    headers['x-api-key'] = random.chance(90)
      ? 'pk_sb_demo'
      : random.pick(['pk_sb_enrolment', 'sk_sb_x', '__proto__', 'é']);
  if (random.chance(10)) headers['x-app-id'] = random.pick(['app_demo', 'app_enrolment', 'app_', '__proto__']);
  if (random.chance(60))
    headers.authorization = random.chance(80)
      ? `Bearer ${random.pick(tokens)}`
      : random.pick(['Bearer', 'Bearer  x', 'Basic eDp5', `Bearer ${'t'.repeat(600)}`, 'Bearer ../..']);
  if (random.chance(20))
    headers.origin = random.pick([
      'http://localhost:3000',
      'null',
      'https://evil.example',
      'http://localhost:99999',
      'file://',
      '%',
    ]);
  if (random.chance(5))
    headers.cookie = random.pick(['intake_session=x', 'a=b; intake_session=', '=;;;', '__Host-intake=%00']);
  if (random.chance(5))
    headers.referer = random.pick(['http://localhost:3000/a', 'nonsense', 'https://evil.example/', '']);
  if (random.chance(5)) headers['stripe-signature'] = random.pick(['t=1,v1=00', 't=,v1=', 'x'.repeat(500)]);
  if (hasBody)
    headers['content-type'] = random.chance(92)
      ? 'application/json'
      : random.pick([
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data; boundary=x',
          'multipart/form-data',
          'application/x-www-form-urlencoded',
          '*/*',
          'application/jsonp',
          ';;',
        ]);
  return headers;
}

function spoiledBody(example: unknown, random: Random): Buffer | undefined {
  if (random.chance(3)) return undefined;
  if (random.chance(4)) return Buffer.from(Array.from({ length: random.int(200) }, () => random.int(256)));
  const spoiled = random.chance(4) ? oddValue(random) : spoilValue(example ?? {}, random);
  const text = JSON.stringify(spoiled) ?? '';
  if (random.chance(6)) return Buffer.from(spoilText(text, random));
  return Buffer.from(text);
}

/** Copies a value with something wrong in it: a type, a missing or an unknown key, an odd text, too deep a nest. */
function spoilValue(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return random.chance(20) ? oddValue(random) : value.map((each) => spoilValue(each, random));
  if (typeof value !== 'object' || value === null) return random.chance(35) ? oddValue(random) : value;
  const entries = Object.entries(value)
    .filter(() => random.chance(92))
    .map(([key, each]): [string, unknown] => [key, spoilValue(each, random)]);
  if (random.chance(12))
    entries.push([random.pick(['unknown', '', '0', 'toString', 'a\0', 'x'.repeat(500)]), oddValue(random)]);
  return Object.fromEntries(entries);
}

function spoilText(text: string, random: Random): string {
  const at = random.int(text.length + 1);
  return random.pick([
    text.slice(0, at),
    text.slice(0, at) + random.pick(['\0', '}', '"', ',', '\\u12', '\uFEFF', '__proto__']) + text.slice(at),
    `${text}${text}`,
    text.replace('{', '{"__proto__":{"a":1},'),
    text.replace('{', '{"constructor":{"prototype":{}},'),
    text.replace('{', '{"email":"a@b.co","email":"c@d.co",'),
    '['.repeat(2_000) + ']'.repeat(2_000),
    `{"a":"${'x'.repeat(70_000)}"}`,
    '\uFEFF{}',
  ]);
}
