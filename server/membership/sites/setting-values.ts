import * as z from 'zod/mini';
import { isOwnMachine } from '../../platform/http/own-machine.ts';
import { canBeOnInternet } from '../../platform/internet-address.ts';

/** Types of setting values, each with the message of its refusal. */

/** An origin as the browser sends it; its refusal names the origin that was probably meant. */
export const Origin = z.string().check(
  z.check<string>(({ value, issues }) => {
    const message = faultOfOrigin(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  }),
);

function faultOfOrigin(text: string): string | undefined {
  if (text.includes('*')) return 'an origin is one exact address: name each one, without *';
  if (text === 'null') return 'pages opened as files have no origin: open them through a web server';
  if (!/^https?:\/\//i.test(text)) {
    const meant = /^[a-z0-9.-]+(?::\d+)?$/i.test(text) ? `: https://${text.toLowerCase()}` : '';
    return `an origin begins with https:// or http://${meant}`;
  }
  const origin = URL.canParse(text) ? new URL(text).origin : 'https://www.example.com';
  if (origin === text && /^https?:\/\/[a-z0-9.:[\]-]+$/.test(text)) return undefined;
  if (text === `${origin}/`) return `an origin has no slash at its end: ${origin}`;
  if (text.startsWith(`${origin}/`)) return `an origin has no path: ${origin}`;
  return `an origin is written as the browser sends it: ${origin}`;
}

/** Only http(s): a `javascript:` address would run a script (XSS). */
export const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
/** A path of the same origin; `//host` and `/\host` lead elsewhere (open redirect). */
export const isRelativePath = (text: string): boolean => /^\/(?![/\\])[^\p{Cc}]*$/u.test(text);

/** An address for links and redirects. */
export const HttpAddress = z
  .string()
  .check(z.refine(isHttpAddress, { error: 'an address begins with https:// or http://' }));
export const RelativePath = z.string().check(z.refine(isRelativePath, { error: 'a path begins with one slash' }));
export const PathOrAddress = z.string().check(
  z.refine((text) => isRelativePath(text) || isHttpAddress(text), {
    error: 'this begins with https:// or http://, or is a path that begins with one slash',
  }),
);

/** Placeholder for the installation's own origin. */
export const ownOrigin = '{appUrl}';

/** Whether a provider is this service itself. */
export const isOwnIssuer = (issuer: string | undefined): boolean => issuer?.startsWith(`${ownOrigin}/`) === true;

/** The address of an OpenID provider. https against eavesdropping; http on this machine alone. */
export const Issuer = z.string().check(
  z.refine((text) => isOwnIssuer(text) || (isHttpAddress(text) && isIssuerAddress(new URL(text))), {
    error: `an issuer is an https:// address of the internet, or begins with ${ownOrigin}/ for this service itself`,
  }),
);

const isIssuerAddress = ({ protocol, hostname }: URL) =>
  isOwnMachine(hostname) || (protocol === 'https:' && canBeOnInternet(hostname));

export const Name = z
  .string()
  .check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'a name is one line'));

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'));
const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

/** Only currencies with two decimals: every amount is in hundredths. */
export const Currency = z.string().check(
  z.refine((text) => knownCurrencies.has(text) && decimalsOf(text) === 2, {
    error: 'a currency is written as NZD, and has cents',
  }),
);
/** A number of things, at least one and no more than the database counts. */
export const Count = z.int32().check(z.positive());

/** A CSS colour and nothing else, since it is put into a style sheet (CSS injection). */
export const Colour = z
  .string()
  .check(
    z.regex(
      /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d.,%/ ]{1,40}\))$/i,
      'a colour is written as #1E5C41, a name, rgb(…) or hsl(…)',
    ),
  );

/** Refuses duplicate values of a key in a list, with the path of the later entry. null is no value. */
export const eachHasItsOwn = <K extends string>(key: K) =>
  z.check<readonly { [key in K]: unknown }[]>(({ value, issues }) => {
    const seen = new Set<unknown>();
    for (const [index, entry] of value.entries()) {
      const own = entry[key];
      if (own !== null && seen.has(own))
        issues.push({ code: 'custom', path: [index, key], message: `${String(own)} is there already`, input: own });
      seen.add(own);
    }
  });
