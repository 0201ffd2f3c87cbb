import ipaddr from 'ipaddr.js';

/** Global unicast; IPv4-mapped, translated and tunnelled addresses are outside of it (RFC 4291, 6890). */
const globalIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether an IP address, written without brackets, is globally routable. */
export function isInternetAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
}

/**
 * Whether a URL's host can be public, as far as that shows without a DNS look-up: an IP literal has to be globally
 * routable, a name needs a dot inside it. Resolved addresses are checked at each call (`outbound.ts`).
 *
 * @param hostname as `URL` gives it, which has turned odd spellings of IPv4 into the plain one
 */
export function canBeOnInternet(hostname: string): boolean {
  const literal = ipOf(hostname);
  return literal === undefined ? /[^.]\.[^.]/.test(hostname) : isInternetAddress(literal);
}

/** The address a URL's host is written as, without brackets; undefined for a name. */
export function ipOf(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) ? address : undefined;
}
