import * as z from 'zod/mini';
import { isOwnMachine } from '../../platform/http/own-machine.ts';
import { canBeOnInternet } from '../../platform/internet-address.ts';

/** The kinds of values settings are made of, each with the sentence it is refused with. */

export const Origin = z.string().check(
  z.refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:\/\/[a-z0-9.:[\]-]+$/.test(text), {
    error: 'an origin is written as the browser sends it: https://www.example.com',
  }),
);

/** Nothing but http(s), so that no setting carries a script. */
export const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
/** A path of the same origin: nothing a browser would read as another host. */
export const isRelativePath = (text: string): boolean => /^\/(?![/\\])[^\p{Cc}]*$/u.test(text);

/** An address people are sent to or shown. */
export const HttpAddress = z
  .string()
  .check(z.refine(isHttpAddress, { error: 'an address begins with https:// or http://' }));
export const RelativePath = z.string().check(z.refine(isRelativePath, { error: 'a path begins with one slash' }));
export const PathOrAddress = z.string().check(
  z.refine((text) => isRelativePath(text) || isHttpAddress(text), {
    error: 'this begins with https:// or http://, or is a path that begins with one slash',
  }),
);

/** Stands for our own origin, which another installation has another of. */
export const ownOrigin = '{appUrl}';

/** Whether a provider is this service itself. */
export const isOwnIssuer = (issuer: string | undefined): boolean => issuer?.startsWith(`${ownOrigin}/`) === true;

/** Where an OpenID provider lives. Sign-in goes through it, so nobody may read along; on one machine nobody can. */
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

/** Only those with cents: every amount here is in hundredths. */
export const Currency = z.string().check(
  z.refine((text) => knownCurrencies.has(text) && decimalsOf(text) === 2, {
    error: 'a currency is written as NZD, and has cents',
  }),
);
/** A number of things, at least one. */
export const Count = z.int().check(z.positive());

/** It ends in a style sheet, so it is a colour and nothing that could go on after it. */
export const Colour = z
  .string()
  .check(
    z.regex(
      /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d.,%/ ]{1,40}\))$/i,
      'a colour is written as #1E5C41, a name, rgb(…) or hsl(…)',
    ),
  );

/** Refuses every entry whose value under a key an entry before it has, at its own place in the list. */
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
