import { Marked, type MarkedExtension, type Tokens } from 'marked';
import { anchorOf, codeBlock, text } from '../../server/api-reference/reference-markup.ts';

/** A rendered page. */
export interface Rendered {
  html: string;
  title: string;
  /** Its first paragraph as plain text. */
  about: string;
  /** The headings of the second level, for the menu. */
  sections: { title: string; anchor: string }[];
  hasLive: boolean;
}

interface RenderOptions {
  /** Renderers of placeholders `<!-- name: words -->`, by name. */
  parts: Record<string, (words: string[]) => string>;
  /** Resolves a link's target to an address. */
  linkTo: (target: string) => string;
  /** Addresses of `[label][name]`, by name. */
  places: Record<string, string>;
  /** Pictures by the name they are written with. */
  pictures?: Readonly<Record<string, Picture>>;
}

/** A picture as the page loads it. */
export interface Picture {
  address: string;
  /** Pixels, so that nothing moves as it arrives. */
  width: number;
  height: number;
}

const livePart = (lines: string) =>
  `<!--live--><div class="live" role="group" aria-label="Example at work"><p class="live-title">At work</p>\n${lines}\n</div><!--/live-->`;

/** `## Title {#anchor #former}`: the title may change, links to either anchor hold. */
const ownAnchors = /^(.*?)\s*\{((?:\s*#[\w-]+)+)\}$/;

const partPattern = /^<!-- ([\w-]+):?([\s\S]*?)-->(?:\n|$)/;

/** Overrides of marked's tokenizer: `false` falls back to marked, `undefined` makes it text. */
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
 * Renders Markdown (CommonMark with tables) with our markup for headings, tables, notes and code. HTML is escaped,
 * except for placeholder comments.
 *
 * @throws Error for a part or a place that is not there
 */
export function renderMarkdown(source: string, { parts, linkTo, places, pictures = {} }: RenderOptions): Rendered {
  const found: Omit<Rendered, 'html'> = { title: '', about: '', sections: [], hasLive: false };

  const marked = new Marked({
    tokenizer: tokenizerOf(parts, places),
    renderer: {
      heading({ depth, tokens, text: words }) {
        const [, shown = words, own = ''] = ownAnchors.exec(words) ?? [];
        const plain = shown.replaceAll('`', '');
        const line = this.parser.parseInline(tokens).replace(ownAnchors, '$1');
        if (depth === 1) {
          found.title = plain;
          return `<h1>${line}</h1>\n`;
        }
        const [anchor = headingAnchor(plain), ...former] = own.split(/\s*#/).filter(Boolean);
        if (depth === 2) found.sections.push({ title: plain, anchor });
        const older = former.map((each) => `<span id="${each}"></span>`).join('');
        return `${older}<h${depth} id="${anchor}"><a href="#${anchor}">${line}</a></h${depth}>\n`;
      },
      code({ lang = '', text: lines }) {
        const isLive = lang.endsWith(' live');
        if (isLive) found.hasLive = true;
        return `${codeBlock(lines, lang.split(' ')[0])}${isLive ? livePart(lines) : ''}\n`;
      },
      paragraph({ tokens, text: words }) {
        const line = this.parser.parseInline(tokens);
        found.about ||= words.replace(/\[([^\]]+)\][[(][^\])]*[\])]/g, '$1').replace(/[`*]/g, '');
        return `<p>${line}</p>\n`;
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
      image({ href, text: alt }) {
        const picture = pictures[href];
        if (!picture) throw new Error(`There is no picture called ${href}.`);
        const { address, width, height } = picture;
        return `<img src="${address}" alt="${text(alt)}" width="${width}" height="${height}" loading="lazy">`;
      },
      codespan: ({ text: code }) => `<code>${text(code)}</code>`,
    },
  });
  const definitions = Object.entries(places).map(([name, target]) => `[${name}]: ${target}`);
  const html = marked.parse([source, ...definitions].join('\n\n'), { async: false });
  return { ...found, html };
}

/** The anchor of a heading. */
export const headingAnchor = (title: string): string => anchorOf(title.replaceAll("'", '')).replace(/^-+|-+$/g, '');

/** @param rows as markup */
export const tableOf = (heads: string[], rows: string[]): string =>
  `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
