import { splitName, type Caller } from '../../contract/call.ts';
import type { NotedCall } from './call-note.ts';

const session = 'Authorization: Bearer …';
const headersOf = ({ group, definition }: NotedCall): string[] => {
  const publicKey = `X-API-Key: ${group.publicKey ?? 'pk_sb_demo'}`;
  const headers: Record<Caller, string[]> = {
    visitor: [publicKey],
    member: [publicKey, session],
    server: ['X-API-KEY: sk_sb_…'],
    open: [],
  };
  return headers[definition.caller];
};

/** A call as one types it into a terminal. */
export function curlOf(call: NotedCall, origin: string): string {
  const { note, name, definition } = call;
  const { file } = definition;
  const [method, pattern] = splitName(name);
  const { params = {}, query = {}, body } = note.example;
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => params[key] ?? key);
  const search = new URLSearchParams(query).toString();
  const sends = body !== undefined || file !== undefined;
  const lines = [`curl '${origin}${path}${search && `?${search}`}'`];
  if (method !== (sends ? 'POST' : 'GET')) lines.push(`-X ${method}`);
  lines.push(...headersOf(call).map((header) => `-H '${header}'`));
  if (file !== undefined) lines.push(`-F '${file}=@picture.jpg'`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}
