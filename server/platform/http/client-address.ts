import ipaddr from 'ipaddr.js';
import type { Log } from '../log.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether a text is an address or a range. */
export const isProxy = (entry: string): boolean =>
  entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.isValid(entry);

/** Whom to believe about the client's address. Entries are addresses or ranges (`10.0.0.0/8`). */
export function parseProxies(list: readonly string[]): Range[] {
  return list.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.parse(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/**
 * The address a request counts against: the peer, unless the peer is a listed proxy, then the right-most
 * forwarded hop that is not one. IPv6 counts by its /64, and IPv4 in IPv6 clothing as IPv4.
 *
 * @param forwardedFor the X-Forwarded-For header as it came
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
 * Says once that somebody forwards whom we do not believe. Limits then count all who come that way as one client, which
 * shows only when there are many of them.
 */
export function createProxyNotice(log: Log, proxies: readonly Range[]) {
  let isSaid = false;
  return (peer: string, forwardedFor: string | undefined): void => {
    if (isSaid || forwardedFor === undefined) return;
    const address = parse(peer);
    if (address && isListed(address, proxies)) return;
    isSaid = true;
    log.warn('requests come through a proxy that TRUSTED_PROXIES does not name: limits count it as one client');
  };
}

/** Some proxies write the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string) => /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text);
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

const isListed = (address: ipaddr.IPv4 | ipaddr.IPv6, proxies: readonly Range[]) =>
  proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
