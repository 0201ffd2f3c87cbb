import { isIP } from 'node:net';
import { serverAddresses } from './database/addresses.ts';

/**
 * The allow-list of hosts that this process may call, `OUTBOUND_HOSTS` (ASVS 13.2.4, 13.2.5): a host by its name, or all
 * below a domain as `*.example.org`.
 */
export type OutboundHosts = readonly string[];

const pattern = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[\da-f:.]+\]$/;

/** Whether a text is an entry of the list: no scheme, no port, no path. */
export const isHostPattern = (text: string): boolean => pattern.test(text);

/**
 * Whether a host is on the list. Without a list every host is allowed.
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

/** Variables whose hosts are not on the list, so that calls to them would be refused. */
export const findUnlisted = (hosts: OutboundHosts | undefined, addresses: NamedAddresses): string[] =>
  Object.entries(addresses)
    .filter(([, address]) =>
      serverAddresses(address ?? '').some((each) => URL.canParse(each) && !isAddressListed(hosts, new URL(each))),
    )
    .map(([variable]) => variable);

/** Whether an address is allowed. A Unix socket has a path as `host` in its query and makes no network call. */
function isAddressListed(hosts: OutboundHosts | undefined, { hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname;
  return host === '' || host.startsWith('/') || isListed(hosts, host);
}
