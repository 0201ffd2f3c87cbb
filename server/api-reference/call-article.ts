import { refusalsOf, splitName, type Chapter, type PublicCaller } from '../../contract/call.ts';
import type { NamedCall } from './call-groups.ts';
import { curlOf, scriptOf, type ExampleSite } from './request-examples.ts';
import { limitLine } from './limits.ts';
import { anchorOf, codeBlock, prose, text } from './reference-markup.ts';
import { listFields, type Field } from './schema-fields.ts';

const callers: Record<PublicCaller, string> = {
  visitor: 'public key',
  member: 'public key and session',
  server: 'secret key',
  open: 'no key',
};

/** Renders one call: purpose, parameters, example and refusals. */
export function callArticle(call: NamedCall, site: ExampleSite): string {
  const { name, definition } = call;
  const { summary, about, example } = definition;
  const [method, path] = splitName(name);
  const fields = fieldsOf(call);
  const limits = limitLine(definition);
  const codes = refusalsOf(definition).map((code) => `<a href="#refusal-${code}"><code>${code}</code></a>`);
  return `<article id="${anchorOf(name)}">
<h3><a href="#${anchorOf(name)}">${text(summary)}</a></h3>
<p class="call"><b>${method}</b> <code>${text(path)}</code> <span>${callers[definition.caller]}</span></p>
${about ? `<p>${prose(about)}</p>` : ''}
${fields.length === 0 ? '' : fieldTable(fields)}
<p class="refusals">Errors: ${codes.join(' ')}</p>
${limits === '' ? '' : `<p>${limits}</p>`}
<div class="example">
<div class="ways-bar" role="group" aria-label="Example in"><button type="button" data-way="curl" aria-pressed="true">curl</button><button type="button" data-way="js" aria-pressed="false">JavaScript</button></div>
<div class="in-curl"><h4>curl</h4>
${codeBlock(curlOf(call, site), 'sh')}</div>
<div class="in-js"><h4>JavaScript</h4>
${codeBlock(scriptOf(call, site), 'js')}</div>
<h4>Answer</h4>
${typeof example.answer === 'string' ? `<p>${prose(example.answer)}</p>` : codeBlock(JSON.stringify(example.answer, null, 2), 'json')}
${tryPart(call, site)}
</div>
</article>`;
}

/** The place of a form that makes the call from the page; calls that need a secret key or a file have none. */
function tryPart({ name, definition }: NamedCall, { publicKey }: ExampleSite): string {
  const { caller, file, mediaType, example } = definition;
  if (caller === 'server' || file !== undefined || mediaType !== undefined) return '';
  const { params = {}, query = {}, body } = example;
  const call = { name, caller, params, query, body, publicKey };
  return `<div class="try" data-call="${text(JSON.stringify(call))}"><button type="button">Try it</button></div>`;
}

const fieldsOf = ({ definition: { params, query, body, file } }: NamedCall): Field[] => [
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

/** Renders a chapter in the same form. */
export const chapterArticle = ({ title, formerTitle, text: paragraphs, terms = [], example }: Chapter): string =>
  `<article id="${anchorOf(title)}">
${formerTitle === undefined ? '' : `<span id="${anchorOf(formerTitle)}"></span>`}<h3><a href="#${anchorOf(title)}">${text(title)}</a></h3>
${paragraphs.map((each) => `<p>${prose(each)}</p>`).join('\n')}
${terms.length === 0 ? '' : termList(terms)}
${example === undefined ? '' : codeBlock(example)}
</article>`;

const termList = (terms: NonNullable<Chapter['terms']>) =>
  `<dl class="terms">${terms
    .map(([term, meaning]) => `<div><dt>${prose(term)}</dt><dd>${prose(meaning)}</dd></div>`)
    .join('\n')}</dl>`;
