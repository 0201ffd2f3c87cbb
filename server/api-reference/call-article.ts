import { refusalsOf, splitName, type Caller } from '../../contract/call.ts';
import type { Chapter, NotedCall } from './call-note.ts';
import { curlOf, type ExampleSite } from './curl.ts';
import { limitLine } from './limits.ts';
import { anchorOf, codeBlock, prose, text } from './reference-markup.ts';
import { listFields, type Field } from './schema-fields.ts';

const callers: Record<Caller, string> = {
  visitor: 'public key',
  member: 'public key and session',
  server: 'secret key',
  open: 'no key',
};

/** One call for people: what it is for, what it takes, how it looks, how it fails. */
export function callArticle(call: NotedCall, site: ExampleSite): string {
  const { name, note, definition } = call;
  const { answer } = note.example;
  const [method, path] = splitName(name);
  const fields = fieldsOf(call);
  const limits = limitLine(definition);
  const codes = refusalsOf(definition).map((code) => `<a href="#refusal-${code}"><code>${code}</code></a>`);
  return `<article id="${anchorOf(name)}">
<h3><a href="#${anchorOf(name)}">${text(note.summary)}</a></h3>
<p class="call"><b>${method}</b> <code>${text(path)}</code> <span>${callers[definition.caller]}</span></p>
${note.about ? `<p>${prose(note.about)}</p>` : ''}
${fields.length === 0 ? '' : fieldTable(fields)}
<h4>Example</h4>
${codeBlock(curlOf(call, site))}
${typeof answer === 'string' ? `<p>${prose(answer)}</p>` : codeBlock(JSON.stringify(answer, null, 2))}
<p class="refusals">Refusals: ${codes.join(' ')}</p>
${limits === '' ? '' : `<p>${limits}</p>`}
</article>`;
}

const fieldsOf = ({ definition: { params, query, body, file } }: NotedCall): Field[] => [
  ...listFields(params, 'path'),
  ...listFields(query, 'query'),
  ...listFields(body, 'body'),
  ...(file === undefined ? [] : [{ name: file, place: 'form', type: 'file', required: true } as const]),
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
