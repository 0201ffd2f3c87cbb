import { splitName, type Caller } from '../../contract/call.ts';
import type { NotedCall } from './call-note.ts';

const session = 'Authorization: Bearer …';
const headersOf = (caller: Caller, publicKey: string): string[] => {
  const headers: Record<Caller, string[]> = {
    visitor: [`X-API-Key: ${publicKey}`],
    member: [`X-API-Key: ${publicKey}`, session],
    server: ['X-API-KEY: sk_sb_…'],
    open: [],
  };
  return headers[caller];
};

/** Where an example is sent, and for which site. */
export interface ExampleSite {
  /** Our own, as the server of the examples. */
  origin: string;
  /** The demonstration site's, unless another is named. */
  publicKey?: string | undefined;
}

/** A call as one types it into a terminal. */
export function curlOf({ note, name, definition }: NotedCall, site: ExampleSite): string {
  const { origin, publicKey = 'pk_sb_demo' } = site;
  const { file, caller } = definition;
  const [method, pattern] = splitName(name);
  const { params = {}, query = {}, body } = note.example;
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => params[key] ?? key);
  const search = new URLSearchParams(query).toString();
  const sends = body !== undefined || file !== undefined;
  const lines = [`curl '${origin}${path}${search && `?${search}`}'`];
  if (method !== (sends ? 'POST' : 'GET')) lines.push(`-X ${method}`);
  lines.push(...headersOf(caller, publicKey).map((header) => `-H '${header}'`));
  if (file !== undefined) lines.push(`-F '${file}=@picture.jpg'`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}
