import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type BucketRight = 'list' | 'read' | 'write' | 'delete';

export interface BucketServer {
  /** Names the bucket with the key that opens it, as the environment does. */
  filesUrl: string;
  /** What is stored, by path. */
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** How often it was asked, whatever it answered. */
  calls: string[];
  /** What the next calls are answered instead; `silence` never answers. */
  failures: ({ status: number; code: string } | 'silence')[];
  /** What its key may not do. As at S3, a file that is not there is told from a forbidden one by who may list alone. */
  denied: Set<BucketRight>;
  stop(): Promise<void>;
}

const account = { key: 'AKTESTING', secret: 'a secret/with+signs', region: 'nz-north-1' };
const clockSkewMs = 15 * 60 * 1_000;

/**
 * A store that speaks S3 by path and knows nothing of the client it is spoken to by: it works each signature out for
 * itself, from the request as it came, and refuses what does not agree.
 */
export async function startBucketServer(): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map();
  const calls: string[] = [];
  const failures: BucketServer['failures'] = [];
  const denied: BucketServer['denied'] = new Set();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { method = '', url = '' } = request;
      calls.push(`${method} ${url}`);
      const failure = failures.shift();
      if (failure === 'silence') return;
      const { status, bytes, type } = failure
        ? refuse(failure.status, failure.code)
        : answer({ objects, denied }, request, body);
      response.writeHead(status, { 'content-type': type }).end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    filesUrl: `http://${account.key}:${encodeURIComponent(account.secret)}@127.0.0.1:${port}/pictures?region=${account.region}`,
    objects,
    calls,
    failures,
    denied,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refuse = (status: number, code: string) => ({
  status,
  bytes: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`),
  type: 'application/xml',
});
const fine = (status: number) => ({ status, bytes: Buffer.alloc(0), type: 'application/xml' });

const rights: Record<string, BucketRight> = { GET: 'read', PUT: 'write', DELETE: 'delete' };

function answer(
  { objects, denied }: Pick<BucketServer, 'objects' | 'denied'>,
  request: IncomingMessage,
  body: Buffer,
): { status: number; bytes: Buffer; type: string } {
  const fault = faultOf(request, body);
  if (fault) return refuse(403, fault);
  const { pathname, searchParams } = new URL(request.url!, 'http://bucket');
  const isList = pathname === '/pictures/' && searchParams.get('list-type') === '2';
  if (!isList && !/^\/pictures\/[^/]+$/.test(pathname)) return refuse(404, 'NoSuchBucket');
  if (denied.has(isList ? 'list' : rights[request.method!]!)) return refuse(403, 'AccessDenied');
  if (isList) return { ...fine(200), bytes: Buffer.from('<?xml version="1.0"?><ListBucketResult/>') };
  if (request.method === 'PUT') {
    objects.set(pathname, { bytes: body, type: String(request.headers['content-type']) });
    return fine(200);
  }
  if (request.method === 'DELETE') {
    objects.delete(pathname);
    return fine(204);
  }
  const stored = objects.get(pathname);
  if (stored) return { status: 200, ...stored };
  return denied.has('list') ? refuse(403, 'AccessDenied') : refuse(404, 'NoSuchKey');
}

/** @returns the code S3 refuses with, or undefined where signature, time and content agree */
function faultOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parts) return 'AccessDenied';
  const [, key = '', day = '', region = '', signedHeaders = '', signature = ''] = parts;
  const time = String(headers['x-amz-date']);
  if (key !== account.key) return 'InvalidAccessKeyId';
  if (region !== account.region) return 'AuthorizationHeaderMalformed';
  if (!time.startsWith(day) || isFarAway(time)) return 'RequestTimeTooSkewed';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const declared = String(headers['x-amz-content-sha256']);
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(body)) return 'XAmzContentSHA256Mismatch';

  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    declared,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(Buffer.from(canonical))].join(
    '\n',
  );
  const signingKey = ['aws4_request', 's3', region, day].reduceRight(hmac, `AWS4${account.secret}`);
  const expected = hmac(signingKey, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** `20261121T101500Z` */
function isFarAway(time: string): boolean {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const sentAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return !(Math.abs(Date.now() - sentAt) < clockSkewMs);
}
