import { invalidRequest } from './wire-error.ts';

/** A decoded form: `a[b][0]=c` is `{ a: { b: { '0': 'c' } } }`. Lists stay objects with numbers as keys. */
export interface Form {
  [key: string]: string | Form;
}

const maxPairs = 1_000;
const maxDepth = 8;

/**
 * Reads a form body or query string with nested brackets.
 *
 * @throws WireError when the text is malformed
 */
export function parseForm(text: string): Form {
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > maxPairs) throw invalidRequest('The request has too many parameters.');
  const form = emptyForm();
  for (const [name, value] of pairs) put(form, keysOf(name), value);
  return form;
}

// Without a prototype no key is special.
const emptyForm = () => Object.create(null) as Form;

function keysOf(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  const keys = [first ?? '', ...[...(rest ?? '').matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
  if (first === undefined || keys.length > maxDepth) throw invalidRequest(`Invalid parameter name: ${name}`);
  return keys;
}

function put(form: Form, keys: string[], value: string): void {
  let target = form;
  for (const key of keys.slice(0, -1)) {
    const inner = target[indexOr(key, target)] ?? emptyForm();
    if (typeof inner === 'string') throw invalidRequest(`Invalid hash: ${keys.join('.')}`);
    target[indexOr(key, target)] = inner;
    target = inner;
  }
  const last = keys.at(-1) ?? '';
  target[indexOr(last, target)] = value;
}

/** `a[]=x` means "one more". */
const indexOr = (key: string, target: Form) => (key === '' ? String(Object.keys(target).length) : key);
