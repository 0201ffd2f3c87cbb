import { splitName, type PublicCaller } from '../../contract/call.ts';
import type { NamedCall } from './call-groups.ts';

const session = 'Authorization: Bearer …';
const headersOf = (caller: PublicCaller, publicKey: string): string[] => {
  const headers: Record<PublicCaller, string[]> = {
    visitor: [`X-API-Key: ${publicKey}`],
    member: [`X-API-Key: ${publicKey}`, session],
    server: ['X-API-KEY: sk_sb_…'],
    open: [],
  };
  return headers[caller];
};

/** Server and site of an example. */
export interface ExampleSite {
  /** Our own, as the server of the examples. */
  origin: string;
  /** The demonstration site's, unless another is named. */
  publicKey?: string | undefined;
}

interface Request {
  method: string;
  address: string;
  headers: string[];
  body: unknown;
  /** The field of a form that carries a file. */
  file: string | undefined;
}

function requestOf({ name, definition }: NamedCall, { origin, publicKey = 'pk_sb_demo' }: ExampleSite): Request {
  const { file, caller, example } = definition;
  const [method, pattern] = splitName(name);
  const { params = {}, query = {}, body } = example;
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => params[key] ?? key);
  const search = new URLSearchParams(query).toString();
  const address = `${origin}${path}${search && `?${search}`}`;
  return { method, address, headers: headersOf(caller, publicKey), body, file };
}

/** The curl command of a call's example. */
export function curlOf(call: NamedCall, site: ExampleSite): string {
  const { method, address, headers, body, file } = requestOf(call, site);
  const sends = body !== undefined || file !== undefined;
  const lines = [`curl '${address}'`];
  if (method !== (sends ? 'POST' : 'GET')) lines.push(`-X ${method}`);
  lines.push(...headers.map((header) => `-H '${header}'`));
  if (file !== undefined) lines.push(`-F '${file}=@picture.jpg'`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}

/** The same request with `fetch`, for a page or for Node. */
export function scriptOf(call: NamedCall, site: ExampleSite): string {
  const { method, address, headers, body, file } = requestOf(call, site);
  const named = [...headers, ...(body === undefined ? [] : ['Content-Type: application/json'])];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(named.length === 0 ? [] : [`  headers: {\n${named.map(headerLine).join('\n')}\n  },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`]),
    ...(file === undefined ? [] : ['  body: form,']),
  ];
  const form = file === undefined ? '' : `const form = new FormData();\nform.append('${file}', input.files[0]);\n`;
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `${form}const response = await fetch('${address}'${second});
if (!response.ok) throw new Error((await response.json()).error.code);`;
}

const headerLine = (header: string): string => {
  const [name, value] = header.split(': ');
  return `    '${name}': '${value}',`;
};
const indent = (lines: string) => lines.replaceAll('\n', '\n  ');
