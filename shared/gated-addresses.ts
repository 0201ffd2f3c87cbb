/**
 * Which addresses of a site are open to whom. The one rule for browsers and server: both read an address in the same
 * one form first, so that another spelling of it opens nothing.
 */

/** What not everybody may see: all members, or members with one of the plans. */
export interface Gated {
  allowAllMembers: boolean;
  plans: readonly { id: string }[];
}

/** A part of a site that is gated, by its addresses. */
export interface GatedAddresses extends Gated {
  /** Where somebody is sent who may not open them. */
  redirect: string | null;
  urls: readonly { url: string; filter: string }[];
}

/** @param entitledPlanIds the plans of a member; undefined for a visitor */
export const isOpenTo = (gated: Gated, entitledPlanIds: ReadonlySet<string> | undefined): boolean =>
  entitledPlanIds !== undefined && (gated.allowAllMembers || gated.plans.some(({ id }) => entitledPlanIds.has(id)));

/**
 * Whether somebody may open an address. Where several groups name it, all of them have to be open to them. An address
 * that servers could read in two ways stays closed, as soon as the site gates anything.
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
  const naming = groups.filter(({ urls }) => urls.some((each) => names(each, asked)));
  return naming.every((group) => isOpenTo(group, entitledPlanIds));
}

/** Whether a setting can be compared with addresses at all. It begins with a slash, or with https:// and a host. */
export const isGateable = (url: string): boolean => /^(?:\/|https?:\/\/)/i.test(url) && readAddress(url) !== undefined;

/** An address in its one form. */
interface Address {
  /** Lower case, with the port where it is not the usual one; undefined where only a path was given. */
  host: string | undefined;
  /** Decoded, lower case; none for the root. */
  segments: string[];
  endsWithSlash: boolean;
}

/**
 * - EQUALS names one address, with or without a slash at its end.
 * - STARTS names every address that begins with the same characters: `/club` also names `/clubhouse`. With a slash at
 *   the end it names whole segments: `/club/` names `/club` and what is below it.
 * - `*` stands for any characters within one segment.
 *
 * What comes after `?` or `#` makes no difference. A setting without a host is meant for each of the site's hosts.
 */
function names({ url, filter }: { url: string; filter: string }, asked: Address): boolean {
  const wanted = readAddress(url);
  // Settings are checked when they are declared; one that slipped through closes rather than opens.
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

/** Each piece between two `*` is looked for once, behind the one before it, so no pattern takes long. */
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

/** Stands in for the host of a path, which has none. */
const noHost = 'path.invalid';

/**
 * Read as browsers do, then decoded once. Undefined for what two servers could take for two addresses: something
 * encoded twice, a slash or backslash in code, a segment that is dots but for its parameters, broken code.
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
    // Two slashes are one, and case makes no difference: many servers think so.
    if (segment !== '') segments.push(segment.normalize('NFC').toLowerCase());
  }
  return {
    host: host === noHost ? undefined : host.replace(/\.(?=$|:)/, ''),
    segments,
    endsWithSlash: decoded.endsWith('/'),
  };
}

/** @returns undefined where the text is not in code properly, or twice */
function decodeOnce(pathname: string): string | undefined {
  try {
    const decoded = decodeURIComponent(pathname);
    return /%[0-9a-f]{2}/i.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
