import type { LookupFunction } from 'node:net';
import type { Agent, RequestInit as AgentRequestInit } from 'undici';
import { isOwnMachine } from './http/own-machine.ts';
import { ipOf, isInternetAddress } from './internet-address.ts';
import type { Log } from './log.ts';
import { askNameServers, askSystem, type Resolve } from './name-lookup.ts';

import type { SiteDestination } from './outbound-destinations.ts';
import { isListed, type OutboundHosts } from './outbound-hosts.ts';
import { callOutside } from './outside-call.ts';

/** Calls to untrusted addresses (SSRF): a site's webhooks, an identity provider, a captcha service. */
export interface Outbound {
  /**
   * One call to a public address, made only if every address its name resolves to is public. Redirects are answers
   * like any other and are not followed; cookies, proxies and other settings of the environment play no part.
   *
   * @throws OutboundRefused for an address that is not public, not HTTP, or not on the operator's list of hosts
   * @throws Error when there is no whole answer of at most 1 MB within 5 s
   */
  fetch(url: string | URL, init: OutboundInit): Promise<Response>;
  /** Whether callers may ask for programs on this machine. */
  readonly reachesOwnMachine: boolean;
}

/** Options of an outbound call. */
export interface OutboundInit extends RequestInit {
  /** The kind of destination, from the table of destinations. */
  to: SiteDestination;
  /** Also calls a program on this machine that is named as such, where that is allowed at all. */
  toOwnMachine?: boolean;
  /** Truncates an answer to so many bytes, instead of refusing a large one. */
  cutAtBytes?: number;
}

/** Rules for all outbound calls. */
export interface OutboundOptions {
  /** Allow-list of hosts, and the log for refused ones; without it all hosts are allowed. */
  only?: { hosts: OutboundHosts | undefined; log: Log };
  /** Origins that are allowed although not public. */
  allowedOrigins?: readonly string[];
  /** Whether `toOwnMachine` counts: in development, never with real people. */
  reachesOwnMachine?: boolean;
  /** Resolver for untrusted names; the machine's name servers by default. */
  resolve?: Resolve;
}

type RefusalCode = 'outbound-not-http' | 'outbound-not-public' | 'outbound-host-not-listed';

/** A refused address. Reveals neither a name's address nor whether it has one. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(sentences[code]);
    this.code = code;
  }
}

const sentences: Record<RefusalCode, string> = {
  'outbound-not-http': 'only HTTP is spoken',
  // One text for both, against enumeration of internal names.
  'outbound-not-public': 'no public address',
  'outbound-host-not-listed': 'OUTBOUND_HOSTS does not name this host',
};

/** 5 MB of heap, which a process has only once it calls out. */
const loadClient = () => import('undici');

/** Limits of ASVS 15.3.2 for answers of programs that are not ours. */
export const outboundLimits = { wholeCallMs: 5_000, answerMaxBytes: 1024 * 1024 };
const { wholeCallMs, answerMaxBytes } = outboundLimits;

/** Creates the guarded client for outbound calls. */
export function createOutbound({
  only,
  allowedOrigins = [],
  reachesOwnMachine = false,
  resolve = askNameServers(),
}: OutboundOptions = {}): Outbound {
  return {
    reachesOwnMachine,
    async fetch(address, { to, toOwnMachine = false, cutAtBytes, ...init }) {
      const url = new URL(address);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundRefused('outbound-not-http');
      requireListed(url, to, only);
      const isExempt =
        allowedOrigins.includes(url.origin) || (toOwnMachine && reachesOwnMachine && isOwnMachine(url.hostname));
      if (!isExempt) requirePublicLiteral(url.hostname);
      const cut = AbortSignal.timeout(wholeCallMs);
      const signal = init.signal ? AbortSignal.any([init.signal, cut]) : cut;
      const names = isExempt ? askSystem : onlyPublic(resolve);
      const { Agent } = await loadClient();
      // One connection per call: reuse would skip the check of its address.
      const agent = new Agent({ connect: { lookup: asLookup((name) => names(name, signal)) }, pipelining: 0 });
      const { method = 'GET' } = init;
      // No `traceparent` goes out: these hosts are not ours. Nor does the address, which may hold a secret, come in.
      const attributes = { 'http.request.method': method };
      try {
        return await callOutside({ to, what: method, host: url.hostname, attributes }, async ({ status }) => {
          const answer = await call(url, init, { agent, signal, cutAtBytes });
          status(answer.status);
          return answer;
        });
      } catch (error) {
        throw refusalWithin(error) ?? error;
      } finally {
        await agent.destroy();
      }
    },
  };
}

function requireListed({ hostname: host }: URL, to: SiteDestination, only: OutboundOptions['only']): void {
  if (!only || isListed(only.hosts, host)) return;
  const refused = new OutboundRefused('outbound-host-not-listed');
  only.log.warn({ code: refused.code, destination: to, host }, `${refused.message}: it was not called`);
  throw refused;
}

async function call(
  url: URL,
  init: RequestInit,
  { agent, signal, cutAtBytes }: { agent: Agent; signal: AbortSignal; cutAtBytes: number | undefined },
): Promise<Response> {
  const options = { ...init, redirect: 'manual', dispatcher: agent, signal } as AgentRequestInit;
  const { fetch: fetchWith } = await loadClient();
  const answer = await fetchWith(url, options);
  const bytes = await (cutAtBytes === undefined
    ? readAtMost(answer.body, answerMaxBytes)
    : readBeginning(answer.body, cutAtBytes));
  // Without the reason phrase, which has no meaning: a server may write it in letters that `Response` refuses.
  const { status } = answer;
  return new Response(bytes.length === 0 ? null : bytes, { status, headers: [...answer.headers] });
}

/** Counts decompressed bytes, against decompression bombs. */
async function readAtMost(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads the first bytes and ignores errors in the rest. */
async function readBeginning(body: AsyncIterable<Uint8Array> | null, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      size += part.length;
      if (size >= bytes) break;
    }
  } catch {
    // A truncated answer is fine here.
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** Pins the checked addresses to the socket, against DNS rebinding. */
const onlyPublic =
  (resolve: Resolve): Resolve =>
  async (name, signal) => {
    const found = await resolve(name, signal);
    if (found.length === 0 || !found.every(({ address }) => isInternetAddress(address)))
      throw new OutboundRefused('outbound-not-public');
    return found;
  };

const asLookup =
  (resolve: (name: string) => ReturnType<Resolve>): LookupFunction =>
  (name, { all }, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!first) done(new Error('the name has no address'), '');
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };

/** Checks IP literals, which skip the resolver. The URL parser has normalized odd notations. */
function requirePublicLiteral(hostname: string): void {
  const address = ipOf(hostname);
  if (address !== undefined && !isInternetAddress(address)) throw new OutboundRefused('outbound-not-public');
}

/** Unwraps the library's connection errors. */
function refusalWithin(error: unknown): OutboundRefused | undefined {
  if (error instanceof OutboundRefused) return error;
  return error instanceof Error && error.cause !== undefined ? refusalWithin(error.cause) : undefined;
}
