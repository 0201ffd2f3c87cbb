import { Marked, type MarkedExtension, type Tokens } from 'marked';
import { anchorOf, codeBlock, text } from '../../server/api-reference/reference-markup.ts';

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
  /** Where `[label][name]` leads, by its name. */
  places: Record<string, string>;
}

const livePart = (lines: string) =>
  `<!--live--><div class="live" role="group" aria-label="Example at work"><p class="live-title">At work</p>\n${lines}\n</div><!--/live-->`;

const partPattern = /^<!-- ([\w-]+):?([\s\S]*?)-->(?:\n|$)/;

/** Where we read the source otherwise than marked: `false` leaves it to marked, `undefined` makes it text. */
const tokenizerOf = (parts: RenderOptions['parts'], places: RenderOptions['places']): MarkedExtension['tokenizer'] => ({
  html(source) {
    const [raw, name = '', words = ''] = partPattern.exec(source) ?? [];
    if (raw === undefined) return undefined;
    const make = parts[name];
    if (!make) throw new Error(`The documentation has no part called ${name}.`);
    return { type: 'html', block: true, raw, pre: false, text: make(words.split(/\s+/).filter(Boolean)) };
  },
  // Tags within a line, and addresses that are not written as links, are text.
  tag: () => undefined,
  autolink: () => undefined,
  url: () => undefined,
  reflink(source) {
    const [, name] = /^\[[^\]]+\]\[([^\]]+)\]/.exec(source) ?? [];
    if (name !== undefined && !Object.hasOwn(places, name)) throw new Error(`No place is called ${name}.`);
    return false;
  },
});

/**
 * Markdown (CommonMark with tables), with our markup for headings, tables, notes and code. HTML has no meaning in it
 * and comes out as the text it is; the one comment that has is that of a part.
 *
 * @throws Error for a part or a place that is not there
 */
export function renderMarkdown(source: string, { parts, linkTo, places }: RenderOptions): Rendered {
  const found: Omit<Rendered, 'html'> = { title: '', sections: [], hasLive: false };

  const marked = new Marked({
    tokenizer: tokenizerOf(parts, places),
    renderer: {
      heading({ depth, tokens, text: words }) {
        const plain = words.replaceAll('`', '');
        const line = this.parser.parseInline(tokens);
        if (depth === 1) {
          found.title = plain;
          return `<h1>${line}</h1>\n`;
        }
        const anchor = headingAnchor(plain);
        if (depth === 2) found.sections.push({ title: plain, anchor });
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${line}</a></h${depth}>\n`;
      },
      code({ lang = '', text: lines }) {
        const isLive = lang.endsWith(' live');
        if (isLive) found.hasLive = true;
        return `${codeBlock(lines)}${isLive ? livePart(lines) : ''}\n`;
      },
      blockquote({ tokens }) {
        return `<div class="note">${this.parser.parse(tokens)}</div>\n`;
      },
      table({ header, rows }) {
        const line = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        const body = rows.map((row) => {
          const [name, ...values] = row.map(line);
          return `<tr><th scope="row">${name}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
        });
        return `${tableOf(header.map(line), body)}\n`;
      },
      link({ href, tokens }) {
        return `<a href="${text(linkTo(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      codespan: ({ text: code }) => `<code>${text(code)}</code>`,
    },
  });
  const definitions = Object.entries(places).map(([name, target]) => `[${name}]: ${target}`);
  const html = marked.parse([source, ...definitions].join('\n\n'), { async: false });
  return { ...found, html };
}

export const headingAnchor = (title: string): string => anchorOf(title.replaceAll("'", '')).replace(/^-+|-+$/g, '');

/** @param rows as markup */
export const tableOf = (heads: string[], rows: string[]): string =>
  `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
