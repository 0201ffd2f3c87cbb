import ipaddr from 'ipaddr.js';
import type { Log } from '../log.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether a text is an address or a range. */
export const isProxy = (entry: string): boolean =>
  entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.isValid(entry);

/** Bits of the widest private networks, 10.0.0.0/8 (RFC 1918) and fc00::/7 (RFC 4193). */
const widestRange = { ipv4: 8, ipv6: 7 };

/** Whether a range has networks of strangers in it, who could then write any address into `X-Forwarded-For`. */
export function isTooWide(entry: string): boolean {
  if (!ipaddr.isValidCIDR(entry)) return false;
  const [range, bits] = ipaddr.parseCIDR(entry);
  return bits < widestRange[range.kind()];
}

/** Parses the trusted proxies: addresses or CIDR ranges (`10.0.0.0/8`). */
export function parseProxies(list: readonly string[]): Range[] {
  return list.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.parse(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/**
 * The address that rate limits count: the peer, unless it is a trusted proxy, then the right-most untrusted hop of
 * X-Forwarded-For (earlier ones can be spoofed). IPv6 counts by its /64, IPv4-mapped addresses as IPv4.
 *
 * @param forwardedFor the raw X-Forwarded-For header
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: readonly Range[]): string {
  let current = parse(peer);
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  while (current && hops.length > 0 && isListed(current, proxies)) {
    const next = parse(hops.pop()!);
    if (!next) break;
    current = next;
  }
  if (!current) return 'unknown';
  if (current.kind() === 'ipv4') return current.toString();
  const parts = (current as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

/**
 * Warns once about forwarded requests from an untrusted proxy. Rate limits count all its clients as one, which shows
 * only under load.
 */
export function createProxyNotice(log: Log, proxies: readonly Range[]) {
  let isSaid = false;
  return (peer: string, forwardedFor: string | undefined): void => {
    if (isSaid || forwardedFor === undefined) return;
    if (isFromProxy(peer, proxies)) return;
    isSaid = true;
    log.warn('requests come through a proxy that TRUSTED_PROXIES does not name: limits count it as one client');
  };
}

/** Whether a request comes from one of the proxies itself. @param peer the address of its connection */
export function isFromProxy(peer: string, proxies: readonly Range[]): boolean {
  const address = parse(peer);
  return address !== undefined && isListed(address, proxies);
}

/** Some proxies write the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string) => /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text);
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

const isListed = (address: ipaddr.IPv4 | ipaddr.IPv6, proxies: readonly Range[]) =>
  proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
