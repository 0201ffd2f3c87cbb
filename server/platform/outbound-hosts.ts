import { isIP } from 'node:net';

/**
 * The allow-list of hosts that this process may call, `OUTBOUND_HOSTS` (ASVS 13.2.4, 13.2.5): a host by its name, or all
 * below a domain as `*.example.org`.
 */
export type OutboundHosts = readonly string[];

const pattern = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[\da-f:.]+\]$/;

/** Whether a text is an entry of the list: no scheme, no port, no path. */
export const isHostPattern = (text: string): boolean => pattern.test(text);

/**
 * Whether a host is on the list; every one is where there is no list.
 *
 * @param hostname as a URL has it
 */
export function isListed(hosts: OutboundHosts | undefined, hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const isBelow = (domain: string) => isIP(host) === 0 && host.endsWith(domain);
  return hosts?.some((each) => (each.startsWith('*.') ? isBelow(each.slice(1)) : host === each)) ?? true;
}

/** An address that the operator names in the environment, under the variable that names it. */
export type NamedAddresses = Readonly<Record<string, string | undefined>>;

/** The variables whose hosts are not on the list: what starts with them would be refused at its first call. */
export const findUnlisted = (hosts: OutboundHosts | undefined, addresses: NamedAddresses): string[] =>
  Object.entries(addresses)
    .filter(
      ([, address]) => address !== undefined && URL.canParse(address) && !isAddressListed(hosts, new URL(address)),
    )
    .map(([variable]) => variable);

/** A socket of this machine has a path for its host, in the query, and calls nobody. */
function isAddressListed(hosts: OutboundHosts | undefined, { hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname;
  return host === '' || host.startsWith('/') || isListed(hosts, host);
}
