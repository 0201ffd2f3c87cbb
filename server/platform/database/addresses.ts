/** Scheme and account, servers, and the rest of a database address. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

/**
 * The servers that a database address names, each as an address of its own. As in libpq several are separated by
 * commas: `postgres://account:password@db1:5432,db2:5432/intake`.
 *
 * @param address of any scheme; one that is not PostgreSQL's names one server
 */
export function serverAddresses(address: string): [string, ...string[]] {
  const [, account = '', servers = '', rest = ''] = parts.exec(address) ?? [];
  if (!servers.includes(',')) return [address];
  const [first, ...others] = servers.split(',').map((server) => `${account}${server.trim()}${rest}`);
  return [first!, ...others];
}

/** Whether each server of an address is one of PostgreSQL. */
export const isDatabaseAddress = (text: string): boolean =>
  serverAddresses(text).every((each) => /^postgres(?:ql)?:/.test(each) && URL.canParse(each));

/** What libpq calls the session that a client wants; ours writes. */
const writingSessions = ['read-write', 'primary'];

const sessionWanted = (address: string) =>
  new URL(serverAddresses(address)[0]).searchParams.get('target_session_attrs');

/** Whether an address asks for a session that cannot write, by `target_session_attrs`. */
export const asksForReadOnly = (address: string): boolean => {
  const wanted = sessionWanted(address);
  return wanted !== null && !writingSessions.includes(wanted);
};

/** Whether an address asks for a session that writes, which no standby has. */
export const asksForWrites = (address: string): boolean => writingSessions.includes(sessionWanted(address) ?? '');

/** Hosts and ports of the servers, without the account. */
export const nameServers = (address: string): string =>
  serverAddresses(address)
    .map((each) => new URL(each).host)
    .join(', ');
