import { consoleErrors, errors, type ErrorCode } from '../../contract/errors.ts';
import { callArticle, chapterArticle } from './call-article.ts';
import type { CallGroup, NamedCall } from './call-groups.ts';
import { basicsMenu, basicsSections } from './reference-basics.ts';
import { anchorOf, prose, text } from './reference-markup.ts';
import { sourceOf } from './refusals.ts';

/** The reference as markup: its menu, and what holds for all calls, every call with examples, and every error code. */
export interface Reference {
  menu: string;
  main: string;
}

/** Renders the reference. @param origin our own, or what stands for it */
export const renderReference = (groups: readonly CallGroup[], origin: string): Reference => ({
  menu: `${basicsMenu}
${groups.map(menuOf).join('\n')}
<li><a href="#refusals">Error codes</a></li>`,
  main: `<h1>API reference</h1>
${basicsSections(origin)}
${groups.map((group) => sectionOf(group, origin)).join('\n')}
${refusals(groups.flatMap(({ calls }) => calls))}`,
});

const sectionId = ({ title }: CallGroup) => `about-${anchorOf(title)}`;

function menuOf(group: CallGroup): string {
  const chapters = (group.chapters ?? []).map(({ title }) => [title, title] as const);
  const entries = [...group.calls.map(({ name, definition }) => [name, definition.summary] as const), ...chapters];
  const links = entries.map(([name, label]) => `<li><a href="#${anchorOf(name)}">${text(label)}</a></li>`);
  return `<li><a href="#${sectionId(group)}">${text(group.title)}</a><ul>${links.join('')}</ul></li>`;
}

const sectionOf = (group: CallGroup, origin: string) => `<section id="${sectionId(group)}">
<h2>${text(group.title)}</h2>
<p>${prose(group.about)}</p>
${[...group.calls.map((call) => callArticle(call, { origin, publicKey: group.publicKey })), ...(group.chapters ?? []).map(chapterArticle)].join('\n')}
</section>`;

function refusals(calls: readonly NamedCall[]): string {
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => !(code in consoleErrors));
  return `<section id="refusals"><h2>Error codes</h2>
<p>Every code, with its status, its usual message and the calls that answer with it.</p>
<dl class="terms">${codes.map((code) => refusal(code, calls)).join('\n')}</dl></section>`;
}

function refusal(code: ErrorCode, calls: readonly NamedCall[]): string {
  const { status, message } = errors[code];
  const source = sourceOf(code, calls) ?? '';
  const from = typeof source === 'string' ? source : source.map(linkTo).join(' ');
  return `<div id="refusal-${code}"><dt><code>${code}</code> <i>${status}</i></dt><dd>${text(message)}<br><small>From ${from}</small></dd></div>`;
}

const linkTo = ({ name }: NamedCall) => `<a href="#${anchorOf(name)}"><code>${text(name)}</code></a>`;
