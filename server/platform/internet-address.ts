import ipaddr from 'ipaddr.js';

/** All that is routed on the internet today; IPv4-mapped, translated and tunnelled IPv4 lies outside (RFC 4291, 6890). */
const globalIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether an IP address, written without brackets, is routed on the internet. */
export function isInternetAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
}

/**
 * Whether a URL's host can be one of the internet, as far as that shows without a look-up: an IP literal has to be
 * public, a name needs a dot inside it. Which addresses a name has is judged when it is called (`outbound.ts`).
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
