import { errors, type ErrorCode } from '../../contract/errors.ts';
import { escapeHtml } from '../platform/html.ts';
import type { CallGroup, Caller } from './call-note.ts';
import { errorsOf, type NotedCall } from './openapi.ts';
import { listFields } from './schema-fields.ts';
import { style } from './reference-style.ts';

const callers: Record<Caller, string> = {
  visitor: 'public key',
  member: 'public key and session',
  server: 'secret key',
  open: 'no key',
};

const text = escapeHtml;
/** `backticks` in our own notes become code. */
const prose = (words: string) => text(words).replace(/`([^`]+)`/g, '<code>$1</code>');
const anchorOf = (key: string) => key.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const pretty = (value: unknown) => text(JSON.stringify(value, null, 2));

/** The reference for people: every call with an example of each, and every refusal. One page, no script. */
export function referencePage(calls: readonly NotedCall[], origin: string): string {
  const groups = [...new Set(calls.map(({ group }) => group))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | Intake</title>
<style>${style}</style>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Calls">
<p class="brand"><a href="#content">Intake API</a></p>
${groups.map((group) => menuOf(group, calls)).join('\n')}
<h2>Besides</h2><ul><li><a href="#refusals">Refusals</a></li></ul>
</nav>
<main id="content">
<h1>API reference</h1>
${introduction(origin)}
${groups.map((group) => sectionOf(group, calls, origin)).join('\n')}
${refusals(calls)}
</main>
</html>`;
}

const callsOf = (group: CallGroup, calls: readonly NotedCall[]) => calls.filter((call) => call.group === group);

const menuOf = (group: CallGroup, calls: readonly NotedCall[]) =>
  `<h2>${text(group.title)}</h2><ul>${callsOf(group, calls)
    .map(({ key, note }) => `<li><a href="#${anchorOf(key)}">${text(note.summary)}</a></li>`)
    .join('')}</ul>`;

const introduction = (origin: string) => `<p>All addresses are below <code>${text(origin)}</code>. The same in machine
form: <a href="/docs/api/openapi.json">openapi.json</a> (OpenAPI 3.1), to generate a client from or to load into a tool.</p>
<dl class="facts">
<dt>Which site</dt><dd>Each request names its site by the public key, in the header <code>X-API-Key</code>. Pages are taken from the origins of the site alone.</dd>
<dt>Who asks</dt><dd>Sign-up and log-in answer an access token; later requests carry it as <code>Authorization: Bearer …</code>. It ends 14 days after sign-in, 7 days after its last use, and at once on log-out.</dd>
<dt>Success</dt><dd>Status 200 and <code>{"data": …}</code>.</dd>
<dt>Refusal</dt><dd>Another status and <code>{"error": {"code": …, "message": …}}</code>. Codes never change; messages are for people.</dd>
<dt>Too often</dt><dd>Status 429 with <code>Retry-After</code> in seconds.</dd>
</dl>`;

const sectionOf = (group: CallGroup, calls: readonly NotedCall[], origin: string) => `<section>
<h2>${text(group.title)}</h2>
<p>${prose(group.about)}</p>
${callsOf(group, calls)
  .map((call) => articleOf(call, origin))
  .join('\n')}
</section>`;

function articleOf(call: NotedCall, origin: string): string {
  const { key, note, route } = call;
  const fields = [
    ...listFields(route.schemas.params, 'path'),
    ...listFields(route.schemas.querystring, 'query'),
    ...listFields(route.schemas.body, 'body'),
  ];
  return `<article id="${anchorOf(key)}">
<h3><a href="#${anchorOf(key)}">${text(note.summary)}</a></h3>
<p class="call"><b class="${route.method.toLowerCase()}">${route.method}</b> <code>${text(route.url)}</code> <span>${callers[note.caller]}</span></p>
${note.about ? `<p>${prose(note.about)}</p>` : ''}
${fields.length === 0 ? '' : fieldTable(fields)}
<h4>Example</h4>
<pre tabindex="0"><code>${text(curlOf(call, origin))}</code></pre>
<pre tabindex="0"><code>${typeof note.example.answer === 'string' ? text(note.example.answer) : pretty(note.example.answer)}</code></pre>
<p class="refusals">Refusals: ${errorsOf(note, route.schemas.body !== undefined)
    .map((code) => `<a href="#refusal-${code.replaceAll('/', '-')}"><code>${code}</code></a>`)
    .join(' ')}</p>
</article>`;
}

const fieldTable = (fields: ReturnType<typeof listFields>) => `<table>
<thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Type</th></tr></thead>
<tbody>${fields
  .map(
    ({ name, place, type, required }) =>
      `<tr><th scope="row"><code>${text(name)}</code>${required ? '' : ' <i>optional</i>'}</th><td>${place}</td><td>${text(type)}</td></tr>`,
  )
  .join('')}</tbody></table>`;

/** The call as one types it into a terminal. */
export function curlOf({ note, route }: NotedCall, origin: string): string {
  const { params = {}, query = {}, body } = note.example;
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  const search = new URLSearchParams(query).toString();
  const lines = [`curl '${origin}${path}${search && `?${search}`}'`];
  if (route.method !== 'GET' && !(route.method === 'POST' && body !== undefined)) lines.push(`-X ${route.method}`);
  if (note.caller === 'server') lines.push("-H 'X-API-KEY: sk_sb_…'");
  if (note.caller === 'visitor' || note.caller === 'member') lines.push("-H 'X-API-Key: pk_sb_demo'");
  if (note.caller === 'member') lines.push("-H 'Authorization: Bearer …'");
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}

function refusals(calls: readonly NotedCall[]): string {
  const codes = Object.keys(errors) as ErrorCode[];
  const rows = codes.map((code) => {
    const users = calls.filter(({ note }) => note.errors?.includes(code));
    const links = users.map(({ key }) => `<a href="#${anchorOf(key)}"><code>${text(key)}</code></a>`).join('<br>');
    return `<tr id="refusal-${code}"><th scope="row"><code>${code}</code></th><td>${errors[code].status}</td><td>${text(errors[code].message)}</td><td>${links || 'any call'}</td></tr>`;
  });
  return `<section id="refusals"><h2>Refusals</h2>
<p>Every code there is, with its status and its usual sentence. Some answers say more in further fields, the <code>field</code> that is wrong for instance.</p>
<div class="wide" tabindex="0" role="region" aria-label="All refusals"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th><th scope="col">From</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}
