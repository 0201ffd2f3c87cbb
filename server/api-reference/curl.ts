import type { Caller } from './call-note.ts';
import type { NotedCall } from './noted-calls.ts';

const headers: Record<Caller, string[]> = {
  visitor: ['X-API-Key: pk_sb_demo'],
  member: ['X-API-Key: pk_sb_demo', 'Authorization: Bearer …'],
  server: ['X-API-KEY: sk_sb_…'],
  open: [],
};

/** A call as one types it into a terminal. */
export function curlOf({ note, route }: NotedCall, origin: string): string {
  const { params = {}, query = {}, body } = note.example;
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  const search = new URLSearchParams(query).toString();
  const sends = body !== undefined || note.file !== undefined;
  const lines = [`curl '${origin}${path}${search && `?${search}`}'`];
  if (route.method !== (sends ? 'POST' : 'GET')) lines.push(`-X ${route.method}`);
  lines.push(...headers[note.caller].map((header) => `-H '${header}'`));
  if (note.file !== undefined) lines.push(`-F '${note.file}=@picture.jpg'`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}
