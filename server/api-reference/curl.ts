import type { Caller } from './call-note.ts';
import type { NotedCall } from './noted-calls.ts';

const session = 'Authorization: Bearer …';
const headersOf = ({ group, note }: NotedCall): string[] => {
  const publicKey = `X-API-Key: ${group.publicKey ?? 'pk_sb_demo'}`;
  const headers: Record<Caller, string[]> = {
    visitor: [publicKey],
    member: [publicKey, session],
    server: ['X-API-KEY: sk_sb_…'],
    open: [],
  };
  return headers[note.caller];
};

/** A call as one types it into a terminal. */
export function curlOf(call: NotedCall, origin: string): string {
  const { note, route } = call;
  const { params = {}, query = {}, body } = note.example;
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  const search = new URLSearchParams(query).toString();
  const sends = body !== undefined || note.file !== undefined;
  const lines = [`curl '${origin}${path}${search && `?${search}`}'`];
  if (route.method !== (sends ? 'POST' : 'GET')) lines.push(`-X ${route.method}`);
  lines.push(...headersOf(call).map((header) => `-H '${header}'`));
  if (note.file !== undefined) lines.push(`-F '${note.file}=@picture.jpg'`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}
