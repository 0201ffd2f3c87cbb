import { anchorOf, codeBlock, text } from '../../server/api-reference/reference-markup.ts';

/** The Markdown our documentation is written in: as much of it as its pages use. */

export interface Rendered {
  html: string;
  title: string;
  /** The headings of the second level, for the menu. */
  sections: { title: string; anchor: string }[];
  hasLive: boolean;
}

interface RenderOptions {
  /** What stands for `<!-- name: words -->`, by its name. */
  parts: Record<string, (words: string[]) => string>;
  /** Where a link leads, given what stands in it. */
  linkTo: (target: string) => string;
}

type Block = { pattern: RegExp; render: (match: RegExpExecArray) => string };

/** @throws Error for a part nobody knows */
export function renderMarkdown(source: string, { parts, linkTo }: RenderOptions): Rendered {
  const found: Omit<Rendered, 'html'> = { title: '', sections: [], hasLive: false };
  const line = (words: string) => inline(words, linkTo);

  function heading(level: number, words: string): string {
    const plain = words.replaceAll('`', '');
    if (level === 1) found.title = plain;
    if (level === 1) return `<h1>${line(words)}</h1>`;
    const anchor = headingAnchor(plain);
    if (level === 2) found.sections.push({ title: plain, anchor });
    return `<h${level} id="${anchor}"><a href="#${anchor}">${line(words)}</a></h${level}>`;
  }
  function code(kind: string, lines: string): string {
    if (!kind.endsWith(' live')) return codeBlock(lines);
    found.hasLive = true;
    return `${codeBlock(lines)}<!--live--><div class="live" role="group" aria-label="Example at work"><p class="live-title">At work</p>\n${lines}\n</div><!--/live-->`;
  }
  function part(name: string, words: string): string {
    const make = parts[name];
    if (!make) throw new Error(`The documentation has no part called ${name}.`);
    return make(words.split(/\s+/).filter(Boolean));
  }
  const list = (tag: string, items: string, mark: RegExp) =>
    `<${tag}>${items
      .split(mark)
      .filter(Boolean)
      .map((item) => `<li>${line(item.trim())}</li>`)
      .join('\n')}</${tag}>`;

  const blocks: Block[] = [
    { pattern: /^```([\w ]*)\n([\s\S]*?)\n```$/, render: ([, kind, lines]) => code(kind!, lines!) },
    { pattern: /^<!-- ([\w-]+):?([\s\S]*?)-->$/, render: ([, name, words]) => part(name!, words!) },
    { pattern: /^(#{1,4}) (.+)$/, render: ([, marks, words]) => heading(marks!.length, words!) },
    { pattern: /^\|[\s\S]+$/, render: ([rows]) => table(rows.split('\n'), line) },
    { pattern: /^- [\s\S]+$/, render: ([items]) => list('ul', items, /^- /m) },
    { pattern: /^1\. [\s\S]+$/, render: ([items]) => list('ol', items, /^\d+\. /m) },
    {
      pattern: /^> [\s\S]+$/,
      render: ([note]) => `<div class="note"><p>${line(note.replace(/^> ?/gm, ''))}</p></div>`,
    },
    { pattern: /^[\s\S]+$/, render: ([words]) => `<p>${line(words)}</p>` },
  ];
  const html = split(source).map((block) => {
    const fitting = blocks.map((each) => ({ ...each, match: each.pattern.exec(block) })).find(({ match }) => match)!;
    return fitting.render(fitting.match!);
  });
  return { ...found, html: html.join('\n') };
}

export const headingAnchor = (title: string): string => anchorOf(title.replaceAll("'", '')).replace(/^-+|-+$/g, '');

/** Blocks stand apart by an empty line; code may have empty lines of its own. */
const split = (source: string): string[] =>
  [...source.matchAll(/^```[\s\S]*?^```$|^(?:(?!```).+\n?)+/gm)].map(([block]) => block.trim());

/** Stands around the place of some code meanwhile. A character of nobody's. */
const hold = '\uE000';

function inline(words: string, linkTo: (target: string) => string): string {
  const codes: string[] = [];
  const kept = words.replace(/`([^`]+)`/g, (_, code: string) => `${hold}${codes.push(code) - 1}${hold}`);
  return text(kept)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(
      /\[([^\]]+)\][([]([^)\]]+)[)\]]/g,
      (_, label: string, target: string) => `<a href="${linkTo(target)}">${label}</a>`,
    )
    .replace(new RegExp(`${hold}(\\d+)${hold}`, 'g'), (_, at: string) => `<code>${text(codes[Number(at)]!)}</code>`);
}

function table([head, , ...rows]: string[], line: (words: string) => string): string {
  const cells = (row: string) =>
    row
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => line(cell.trim().replaceAll('\\|', '|')));
  const [first, ...others] = cells(head!);
  const body = rows.map((row) => {
    const [name, ...values] = cells(row);
    return `<tr><th scope="row">${name}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
  });
  return tableOf([first!, ...others], body);
}

/** @param rows as markup */
export const tableOf = (heads: string[], rows: string[]): string =>
  `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
