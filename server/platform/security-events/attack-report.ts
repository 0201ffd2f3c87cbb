import * as z from 'zod/mini';
import { table } from '../commands.ts';
import { isSecurityEvent } from '../log.ts';

/** The fields of a logged security event that the report uses. */
const LoggedEvent = z.object({
  kind: z.literal('security'),
  time: z.string(),
  event: z.string(),
  outcome: z.string(),
  client: z.optional(z.string()),
  site: z.optional(z.string()),
  member: z.optional(z.string()),
  staff: z.optional(z.string()),
  account: z.optional(z.string()),
  way: z.optional(z.string()),
  device: z.optional(z.string()),
});
type LoggedEvent = z.infer<typeof LoggedEvent>;

/** The report's filters. */
export interface ReportWish {
  /** Only this site. */
  site?: string | undefined;
  /** Networks that tried at least so many accounts of a site are shown. */
  accounts: number;
}

/** Log-ins of one network at one site; those of staff are at no site, and stand here as at one called `console`. */
interface Network {
  tries: LoggedEvent[];
  accounts: Set<string>;
}

/** Rows of each table at most. */
const rowsMost = 50;

/**
 * Reports an attack from a security log: log-in attempts of members and staff by network, their number, and the accounts
 * that succeeded.
 *
 * @param lines of the log; lines other than security events are skipped
 */
export async function reportAttack(lines: AsyncIterable<string>, wish: ReportWish): Promise<string> {
  const counts = new Map<string, number>();
  const logIns: LoggedEvent[] = [];
  for await (const line of lines) {
    const event = readEvent(line);
    if (!event || (wish.site !== undefined && event.site !== wish.site)) continue;
    const name = `${event.event} ${event.outcome}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (event.event === 'log-in' || event.event === 'staff-sign-in') logIns.push(event);
  }
  if (counts.size === 0) return 'There is no security event in it.';
  const suspects = [...groupBy(logIns, ({ client, site }) => `${client} ${site}`).values()]
    .map(toNetwork)
    .filter(({ accounts }) => accounts.size >= wish.accounts)
    .toSorted((one, other) => other.accounts.size - one.accounts.size);
  const gotIn = suspects.flatMap(({ tries }) => tries.filter(({ outcome }) => outcome === 'success'));
  return [
    `Security events:\n${showCounts(counts)}`,
    `Networks that tried ${wish.accounts} or more accounts of a site:\n${showNetworks(suspects)}`,
    `Accounts that they got into:\n${showEntries(gotIn)}`,
    `Accounts with the most wrong log-ins:\n${showTargets(logIns)}`,
  ].join('\n\n');
}

function readEvent(line: string): LoggedEvent | undefined {
  // A cheap filter before parsing: most lines are not security events.
  if (!isSecurityEvent(line)) return undefined;
  try {
    const event = LoggedEvent.safeParse(JSON.parse(line)).data;
    return event?.event === 'staff-sign-in' ? { ...event, site: 'console', member: event.staff } : event;
  } catch {
    return undefined;
  }
}

function groupBy(events: readonly LoggedEvent[], key: (event: LoggedEvent) => string): Map<string, LoggedEvent[]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const group = groups.get(key(event));
    if (group) group.push(event);
    else groups.set(key(event), [event]);
  }
  return groups;
}

const toNetwork = (tries: LoggedEvent[]): Network => ({
  tries,
  accounts: new Set(tries.flatMap(({ account }) => account ?? [])),
});

const countOf = (events: readonly LoggedEvent[], outcome: string) =>
  String(events.filter((event) => event.outcome === outcome).length);

const shown = (head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string => {
  if (rows.length === 0) return 'none';
  const cells = rows.slice(0, rowsMost).map((row) => row.map((cell) => cell ?? '-'));
  const rest = rows.length > rowsMost ? `\n… and ${rows.length - rowsMost} more` : '';
  return table(head, cells) + rest;
};

const showCounts = (counts: ReadonlyMap<string, number>) =>
  shown(
    ['event', 'outcome', 'times'],
    [...counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, times]) => [...name.split(' '), String(times)]),
  );

const showNetworks = (networks: readonly Network[]) =>
  shown(
    ['client', 'site', 'tries', 'wrong', 'limited', 'accounts', 'got in', 'first', 'last'],
    networks.map(({ tries, accounts }) => [
      tries[0]!.client,
      tries[0]!.site,
      String(tries.length),
      countOf(tries, 'wrong'),
      countOf(tries, 'limited'),
      String(accounts.size),
      countOf(tries, 'success'),
      tries[0]!.time,
      tries.at(-1)!.time,
    ]),
  );

const showEntries = (entries: readonly LoggedEvent[]) =>
  shown(
    ['member', 'account', 'site', 'client', 'way', 'device', 'time'],
    entries.map(({ member, account, site, client, way, device, time }) => [
      member,
      account,
      site,
      client,
      way,
      device,
      time,
    ]),
  );

function showTargets(logIns: readonly LoggedEvent[]): string {
  const wrong = logIns.filter(({ outcome, account }) => outcome === 'wrong' && account !== undefined);
  const targets = [...groupBy(wrong, ({ account }) => account!).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  return shown(
    ['account', 'member', 'site', 'wrong', 'networks'],
    targets.map((tries) => [
      tries[0]!.account,
      tries.findLast(({ member }) => member !== undefined)?.member,
      tries[0]!.site,
      String(tries.length),
      String(new Set(tries.map(({ client }) => client)).size),
    ]),
  );
}
