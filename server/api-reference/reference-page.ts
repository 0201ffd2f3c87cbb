import { errors, type ErrorCode } from '../../contract/errors.ts';
import { callArticle, chapterArticle } from './call-article.ts';
import type { CallGroup, NotedCall } from './call-note.ts';
import { anchorOf, prose, text } from './reference-markup.ts';
import { style } from './reference-style.ts';
import { sourceOf } from './refusals.ts';

/** The reference for people: every call with an example of each, and every refusal. One page, no script. */
export function referencePage(groups: readonly CallGroup[], origin: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | Intake</title>
<style>${style}</style>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Subjects and calls">
<p class="brand"><a href="#content">Intake API</a></p>
<ul>
<li><a href="/docs">Documentation of the widget</a></li>
${groups.map(menuOf).join('\n')}
<li><a href="#refusals">Refusals</a></li>
</ul>
</nav>
<main id="content">
<h1>API reference</h1>
${introduction(origin)}
${groups.map((group) => sectionOf(group, origin)).join('\n')}
${refusals(groups.flatMap(({ calls }) => calls))}
</main>
</html>`;
}

const sectionId = ({ title }: CallGroup) => `about-${anchorOf(title)}`;

function menuOf(group: CallGroup): string {
  const chapters = (group.chapters ?? []).map(({ title }) => [title, title] as const);
  const entries = [...group.calls.map(({ name, note }) => [name, note.summary] as const), ...chapters];
  const links = entries.map(([name, label]) => `<li><a href="#${anchorOf(name)}">${text(label)}</a></li>`);
  return `<li><a href="#${sectionId(group)}">${text(group.title)}</a><ul>${links.join('')}</ul></li>`;
}

const introduction = (origin: string) => `<p>All addresses are below <code>${text(origin)}</code>. The same in machine
form: <a href="/docs/api/openapi.json">openapi.json</a> (OpenAPI 3.1), to generate a client from or to load into a tool.</p>
<dl class="facts">
<dt>Which site</dt><dd>Each request names its site by a key in the header <code>X-API-Key</code>: the public one, or, for addresses under <code>/admin</code>, a secret one that no page may hold. Pages are taken from the origins of the site alone, and not at all under <code>/admin</code>.</dd>
<dt>Who asks</dt><dd>Sign-up and log-in answer an access token; later requests carry it as <code>Authorization: Bearer …</code>. It ends 14 days after sign-in, 7 days after its last use, and at once on log-out. A member has 20 at most; the next log-in ends the oldest.</dd>
<dt>Success</dt><dd>Status 200 and <code>{"data": …}</code>; beside it, some answers carry a sentence to show, <code>_internalUseOnly.message</code>. Under <code>/admin</code> a list of members says beside it how many there are and how to go on, and plans are given and taken with the plain text <code>OK</code>.</dd>
<dt>Refusal</dt><dd>Another status and <code>{"error": {"code": …, "message": …}}</code>. Codes never change; messages are for people. Pages can read every refusal but one: headers of more than 16 KB (431), the address among them, are refused before anything in them is read.</dd>
<dt>Too often</dt><dd>Status 429 with <code>Retry-After</code> in seconds.</dd>
<dt>Clients that are there already</dt><dd>A client of this protocol is pointed here by its <code>domain</code>: our origin, without a slash or a path behind it.</dd>
</dl>`;

const sectionOf = (group: CallGroup, origin: string) => `<section id="${sectionId(group)}">
<h2>${text(group.title)}</h2>
<p>${prose(group.about)}</p>
${[...group.calls.map((call) => callArticle(call, { origin, publicKey: group.publicKey })), ...(group.chapters ?? []).map(chapterArticle)].join('\n')}
</section>`;

function refusals(calls: readonly NotedCall[]): string {
  const codes = Object.keys(errors) as ErrorCode[];
  return `<section id="refusals"><h2>Refusals</h2>
<p>Every code there is, with its status and its usual sentence. Some answers say more in further fields, the <code>field</code> that is wrong for instance.</p>
<dl class="terms">${codes.map((code) => refusal(code, calls)).join('\n')}</dl></section>`;
}

function refusal(code: ErrorCode, calls: readonly NotedCall[]): string {
  const { status, message } = errors[code];
  const source = sourceOf(code, calls) ?? '';
  const from = typeof source === 'string' ? source : source.map(linkTo).join(' ');
  return `<div id="refusal-${code}"><dt><code>${code}</code> <i>${status}</i></dt><dd>${text(message)}<br><small>From ${from}</small></dd></div>`;
}

const linkTo = ({ name }: NotedCall) => `<a href="#${anchorOf(name)}"><code>${text(name)}</code></a>`;
