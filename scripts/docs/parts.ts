import { errors } from '../../contract/errors.ts';
import { exampleMessage, siteEventNames, siteEvents, type SiteEventName } from '../../contract/site-events.ts';
import { allProblems } from '../../inspection/sent-page.ts';
import { codeBlock, prose, text } from '../../server/api-reference/reference-markup.ts';
import { texts as commentTexts } from '../../widget/comments/texts.ts';
import { labels } from '../../widget/modal/labels.ts';
import { codeLabels } from '../../widget/modal/codes/code-labels.ts';
import { palettes } from '../../widget/modal/palettes.ts';
import { newPasswordLabels } from '../../widget/modal/new-password/new-password-labels.ts';
import { factorLabels } from '../../widget/modal/factor/factor-labels.ts';
import { profileLabels } from '../../widget/modal/profile/profile-labels.ts';
import { testCardLabels } from '../../widget/test-mode/test-card-labels.ts';
import type { Files } from '../client-package/declarations.ts';
import { findCalls, findTypes, type Call } from './client-calls.ts';
import { headingAnchor, tableOf } from './markdown.ts';

/** Renderers of placeholders, by name. */
export type Parts = Record<string, (words: string[]) => string>;

interface Sources {
  /** The client's declarations. */
  types: Files;
  /** The dialogs' style sheet. */
  css: string;
}

/** Generates parts of the documentation from the code, so that they cannot diverge. */
export function createParts({ types, css }: Sources): Parts {
  const calls = findCalls(types);
  const named = findTypes(types);
  const typeNames = named.map(({ name }) => name);
  return {
    labels: () => labelTable(dialogTexts),
    'comment-labels': () =>
      labelTable(Object.fromEntries(Object.entries(commentTexts).filter(([key]) => !Object.hasOwn(dialogTexts, key)))),
    // Earlier names of the heading that follows, so that links to them still lead there.
    anchors: (ids) => ids.map((id) => `<span id="${id}"></span>`).join(''),
    calls: (names) => names.map((name) => callPart(calls.get(name), name, typeNames)).join('\n'),
    problem: ([id = '']) => problemPart(id),
    // Marks of the tables that `npm run security-docs` writes: the tables stand between them.
    from: () => '',
    end: () => '',
    // A part, since production has no playground.
    playground: () =>
      '<!--live--><p>In the <a href="/docs/playground">playground</a> you type attributes and see them at work on that site.</p><!--/live-->',
    types: () => named.map(typePart).join('\n'),
    messages: () => siteEventNames.map(messagePart).join('\n'),
    variables: () => tableOf(['Variable', 'Light', 'Dark'], variableRows(css)),
    parts: () =>
      `<ul>${partNames(css)
        .map((name) => `<li id="${name}"><code>.${name}</code></li>`)
        .join('\n')}</ul>`,
  };
}

const dialogTexts: Record<string, string> = {
  ...labels,
  ...codeLabels,
  ...factorLabels,
  ...profileLabels,
  ...newPasswordLabels,
  ...testCardLabels,
};

const labelTable = (texts: Record<string, string>) => tableOf(['Key', 'Text'], Object.entries(texts).map(labelRow));

const labelRow = ([key, value]: [string, string]) =>
  `<tr id="${key}"><th scope="row"><code>${key.replaceAll('_', '_<wbr>')}</code></th><td>${value === '' ? '<i>empty</i>' : text(value)}</td></tr>`;

/** @throws Error for a name the client does not have */
function callPart(call: Call | undefined, name: string, typeNames: string[]): string {
  if (!call) throw new Error(`The client has no call named ${name}.`);
  const anchor = headingAnchor(name);
  const refusals =
    call.refusals.length === 0 ? '' : `<p class="refusals">Errors: ${call.refusals.map(refusal).join(' ')}</p>`;
  return `<h3 id="${anchor}"><a href="#${anchor}"><code>${name}</code></a></h3>
<p>${prose(call.about)}</p>
${withLinks(codeBlock(`${call.signature}\n→ ${call.answer}`), typeNames)}${refusals}`;
}

/** Types that the page explains lead there. */
const withLinks = (markup: string, typeNames: string[]): string =>
  markup.replace(/\b[A-Z]\w+/g, (word) =>
    typeNames.includes(word) ? `<a href="#${typeAnchor(word)}">${word}</a>` : word,
  );

const typeAnchor = (name: string) => `type-${headingAnchor(name)}`;

const refusal = (code: string) =>
  Object.hasOwn(errors, code)
    ? `<a href="/docs/api#refusal-${code}"><code>${code}</code></a>`
    : `<a href="/docs/api#refusals"><code>${text(code)}</code></a>`;

const typePart = ({ name, about, lines }: ReturnType<typeof findTypes>[number]) => {
  const anchor = typeAnchor(name);
  return `<h3 id="${anchor}"><a href="#${anchor}"><code>${name}</code></a></h3>${about ? `<p>${prose(about)}</p>` : ''}${codeBlock(lines)}`;
};

function messagePart(event: SiteEventName): string {
  const anchor = headingAnchor(event);
  return `<h3 id="${anchor}"><a href="#${anchor}"><code>${event}</code></a></h3>
<p>${prose(siteEvents[event].about)}</p>
${codeBlock(JSON.stringify(exampleMessage(event), null, 2), 'json')}`;
}

/** @throws Error for an unknown problem id */
function problemPart(id: string): string {
  if (!Object.hasOwn(allProblems, id)) throw new Error(`The Inspector knows no problem called ${id}.`);
  const { title, description, help } = allProblems[id as keyof typeof allProblems];
  const items = help.map((each) => `<li><strong>${text(each.title)}.</strong> ${withCode(each.description)}</li>`);
  return `<h3 id="${id}"><a href="#${id}"><code>${id}</code></a></h3>
<p><strong>${text(title)}.</strong> ${withCode(description)}</p>
<ul>${items.join('\n')}</ul>`;
}

/** Attributes and ids are written as such: what the Inspector says is plain text. */
const withCode = (words: string): string =>
  prose(
    words.replace(/data-ms-[\w:-]*\w(?:="[^"]*")?|\bredirect="[^"]*"|:(?:add|update|remove)\b|\b(?:pln|prc)_/g, '`$&`'),
  );

/** @throws Error when the sheet has none: then it has been written anew */
function variableRows(css: string): string[] {
  const hosts = [...css.matchAll(/:host \{([^}]*)\}/g)].map((match) => match[1]!).join('');
  const declared = [...hosts.matchAll(/^\s+(--ms-[\w-]+):\s*([^;]+);/gm)].map(
    ([, name, value]) => [name!, value!] as const,
  );
  if (declared.length === 0) throw new Error('The style sheet of the dialogs has no variables.');
  // What a finger needs instead stands below it.
  const mixed = new Map(declared.toReversed());
  const { light, dark } = palettes;
  const named = Object.keys(light) as (keyof typeof light)[];
  return [
    ...named.map((name) => variableRow(`--ms-${name}`, light[name], dark[name])),
    ...[...new Set(declared.map(([name]) => name))].map((name) =>
      variableRow(name, mixed.get(name)!, mixed.get(name)!),
    ),
  ];
}

function variableRow(name: string, ...values: string[]): string {
  const cells = values.map((value) => `<td><code>${text(value)}</code></td>`).join('');
  return `<tr id="${headingAnchor(name)}"><th scope="row"><code>${name}</code></th>${cells}</tr>`;
}

/** Every class of the sheet, in its order. */
const partNames = (css: string): string[] => [
  ...new Set([...css.matchAll(/\.(ms-[\w-]+)/g)].map((match) => match[1]!)),
];
