import type { Caller, Chapter } from './call-note.ts';
import { curlOf } from './curl.ts';
import type { NotedCall } from './noted-calls.ts';
import { anchorOf, codeBlock, prose, text } from './reference-markup.ts';
import { errorsOf } from './refusals.ts';
import { listFields, type Field } from './schema-fields.ts';

const callers: Record<Caller, string> = {
  visitor: 'public key',
  member: 'public key and session',
  server: 'secret key',
  open: 'no key',
};

/** One call for people: what it is for, what it takes, how it looks, how it fails. */
export function callArticle(call: NotedCall, origin: string): string {
  const { key, note, route } = call;
  const { answer } = note.example;
  const fields = fieldsOf(call);
  const codes = errorsOf(call).map((code) => `<a href="#refusal-${code}"><code>${code}</code></a>`);
  return `<article id="${anchorOf(key)}">
<h3><a href="#${anchorOf(key)}">${text(note.summary)}</a></h3>
<p class="call"><b>${route.method}</b> <code>${text(route.url)}</code> <span>${callers[note.caller]}</span></p>
${note.about ? `<p>${prose(note.about)}</p>` : ''}
${fields.length === 0 ? '' : fieldTable(fields)}
<h4>Example</h4>
${codeBlock(curlOf(call, origin))}
${typeof answer === 'string' ? `<p>${prose(answer)}</p>` : codeBlock(JSON.stringify(answer, null, 2))}
<p class="refusals">Refusals: ${codes.join(' ')}</p>
</article>`;
}

const fieldsOf = ({ note, route: { schemas } }: NotedCall): Field[] => [
  ...listFields(schemas.params, 'path'),
  ...listFields(schemas.querystring, 'query'),
  ...listFields(schemas.body, 'body'),
  ...(note.file === undefined ? [] : [{ name: note.file, place: 'form', type: 'file', required: true } as const]),
];

const fieldTable = (fields: readonly Field[]) => `<table>
<thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Type</th></tr></thead>
<tbody>${fields
  .map(
    ({ name, place, type, required }) =>
      `<tr><th scope="row"><code>${text(name)}</code>${required ? '' : ' <i>optional</i>'}</th><td>${place}</td><td>${text(type)}</td></tr>`,
  )
  .join('')}</tbody></table>`;

/** What is no call, in the same form. */
export const chapterArticle = ({ title, text: paragraphs, terms = [], example }: Chapter): string =>
  `<article id="${anchorOf(title)}">
<h3><a href="#${anchorOf(title)}">${text(title)}</a></h3>
${paragraphs.map((each) => `<p>${prose(each)}</p>`).join('\n')}
${terms.length === 0 ? '' : termList(terms)}
${example === undefined ? '' : codeBlock(example)}
</article>`;

const termList = (terms: NonNullable<Chapter['terms']>) =>
  `<dl class="terms">${terms
    .map(([term, meaning]) => `<div><dt>${prose(term)}</dt><dd>${prose(meaning)}</dd></div>`)
    .join('\n')}</dl>`;
