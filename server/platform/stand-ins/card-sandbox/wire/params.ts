import * as z from 'zod/mini';
import type { Form } from './form.ts';
import { invalidRequest } from './wire-error.ts';

/** A whole number written in digits. */
export const integer = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/, 'not a whole number')), z.transform(Number));

/** `true` or `false` as forms write it. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** A number with up to two places after the point. */
export const decimal = z.pipe(z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'not a number')), z.transform(Number));

/** A list as forms carry it: an object whose keys are its places. */
export const list = <Item extends z.ZodMiniType>(item: Item) =>
  z.pipe(
    z.transform((form: unknown) => (isForm(form) ? Object.values(form) : form)),
    z.array(item),
  );

const maxMetadataKeys = 50;

/** Up to 50 pairs of texts; an empty value takes the key away. */
export const Metadata = z.pipe(
  z
    .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
    .check(z.refine((pairs) => Object.keys(pairs).length <= maxMetadataKeys, `at most ${maxMetadataKeys} keys`)),
  z.transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== ''))),
);

/** A full http or https address. `{CHECKOUT_SESSION_ID}` may stand in it. */
export const WebAddress = z
  .string()
  .check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'not a valid URL'));

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
/** ISO 4217 in any case; the wire writes it in lower case. */
export const Currency = z
  .pipe(
    z.string(),
    z.transform((code) => code.toLowerCase()),
  )
  .check(z.refine((code) => currencies.has(code), 'not a currency'));

export const Email = z
  .string()
  .check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'not a valid email address'), z.maxLength(512));

/**
 * Reads a request's parameters.
 *
 * @throws WireError naming the first wrong parameter the way the provider does, `line_items[0][quantity]`
 */
export function parseParams<Schema extends z.ZodMiniType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw invalidRequest('Invalid request.');
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const param = path.map((key, place) => (place === 0 ? String(key) : `[${String(key)}]`)).join('');
  if (issue.code === 'unrecognized_keys')
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  if (valueAt(form, path) === undefined)
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw invalidRequest(`Invalid ${param}: ${issue.message}.`, { code: 'parameter_invalid', param });
}

function valueAt(form: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isForm(value) ? value[String(key)] : undefined), form);
}

const isForm = (value: unknown): value is Form => typeof value === 'object' && value !== null;
