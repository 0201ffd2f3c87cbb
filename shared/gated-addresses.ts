/**
 * Access control by address. The one rule for browsers and server: both normalise an address first, so that another
 * spelling of it does not bypass the gate.
 */

/** Restricted to all members, or to members with one of the plans. */
export interface Gated {
  allowAllMembers: boolean;
  plans: readonly { id: string }[];
}

/** A part of a site that is gated, by its addresses. */
export interface GatedAddresses extends Gated {
  /** Where a visitor or member without access is sent. */
  redirect: string | null;
  urls: readonly { url: string; filter: string }[];
}

/** Whether a content group is open. @param entitledPlanIds the plans of a member; undefined for a visitor */
export const isOpenTo = (gated: Gated, entitledPlanIds: ReadonlySet<string> | undefined): boolean =>
  entitledPlanIds !== undefined && (gated.allowAllMembers || gated.plans.some(({ id }) => entitledPlanIds.has(id)));

/**
 * Whether a member or visitor may open an address. Where several groups match it, all of them have to be open. An
 * ambiguous address, which two servers could parse differently, is closed as soon as the site gates anything.
 *
 * @param entitledPlanIds the plans of a member; undefined for a visitor
 * @param address a whole address, or a path of the site
 */
export function canOpen(
  groups: readonly GatedAddresses[],
  entitledPlanIds: ReadonlySet<string> | undefined,
  address: string,
): boolean {
  const asked = readAddress(address);
  if (!asked) return groups.every(({ urls }) => urls.length === 0);
  const matching = groups.filter(({ urls }) => urls.some((each) => matches(each, asked)));
  return matching.every((group) => isOpenTo(group, entitledPlanIds));
}

/** Whether a group names an address, so that a visitor may not open it. An ambiguous one counts as named. */
export const isGated = (groups: readonly Pick<GatedAddresses, 'urls'>[], address: string): boolean =>
  !canOpen(
    groups.map(({ urls }) => ({ urls, redirect: null, allowAllMembers: false, plans: [] })),
    undefined,
    address,
  );

/** Whether a setting is valid: unambiguous, and beginning with a slash or with https:// and a host. */
export const isGateable = (url: string): boolean => /^(?:\/|https?:\/\/)/i.test(url) && readAddress(url) !== undefined;

/** A normalised address. */
interface Address {
  /** Lower case, with the port where it is not the usual one; undefined where only a path was given. */
  host: string | undefined;
  /** Decoded, lower case; none for the root. */
  segments: string[];
  endsWithSlash: boolean;
}

/**
 * - EQUALS matches one address, with or without a slash at its end.
 * - STARTS matches every address that begins with the same characters: `/club` also matches `/clubhouse`. With a slash at
 *   the end it matches whole segments: `/club/` matches `/club` and what is below it.
 * - `*` stands for any characters within one segment.
 *
 * Query and fragment are ignored. A setting without a host matches on each of the site's hosts.
 */
function matches({ url, filter }: { url: string; filter: string }, asked: Address): boolean {
  const wanted = readAddress(url);
  // Settings are validated when they are declared; an invalid one fails closed.
  if (!wanted) return true;
  if (wanted.host !== undefined && asked.host !== undefined && wanted.host !== asked.host) return false;
  const starts = filter === 'STARTS';
  const { length } = wanted.segments;
  if (starts ? asked.segments.length < length : asked.segments.length !== length) return false;
  return wanted.segments.every((segment, at) => {
    const isOpenEnd = starts && at === length - 1 && !wanted.endsWithSlash;
    return fits(isOpenEnd ? `${segment}*` : segment, asked.segments[at] ?? '');
  });
}

/** Matches `*` greedily, each piece searched once behind the one before it: linear time, no backtracking (ReDoS). */
function fits(pattern: string, segment: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return segment === first;
  if (!segment.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = segment.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return segment.length - at >= last.length && segment.endsWith(last);
}

/** Placeholder host for a path (RFC 2606). */
const noHost = 'path.invalid';

/**
 * Parses as browsers do, then percent-decodes once. Undefined for an ambiguous address, which two servers could parse
 * differently: double encoding, an encoded slash or backslash, a dot segment with parameters, a malformed escape.
 */
function readAddress(text: string): Address | undefined {
  // A path that begins with two slashes is still a path.
  const whole = /^[/\\]/.test(text) ? `https://${noHost}${text}` : text;
  if (!URL.canParse(whole, `https://${noHost}`)) return undefined;
  const { protocol, host, pathname } = new URL(whole, `https://${noHost}`);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (/%(?:2f|5c|00)/i.test(pathname)) return undefined;
  const decoded = decodeOnce(pathname);
  if (decoded === undefined) return undefined;
  const segments: string[] = [];
  for (const part of decoded.split('/')) {
    const segment = part.split(';', 1)[0]!;
    if (/^\.{1,2}$/.test(segment)) return undefined;
    // Double slashes collapse and case is ignored, as on many servers.
    if (segment !== '') segments.push(segment.normalize('NFC').toLowerCase());
  }
  return {
    host: host === noHost ? undefined : host.replace(/\.(?=$|:)/, ''),
    segments,
    endsWithSlash: decoded.endsWith('/'),
  };
}

/** Undefined for a malformed escape or double encoding. */
function decodeOnce(pathname: string): string | undefined {
  try {
    const decoded = decodeURIComponent(pathname);
    return /%[0-9a-f]{2}/i.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
