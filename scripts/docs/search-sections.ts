import { unescapeHtml } from '../../server/platform/html.ts';

/** A part of a page that a search finds. */
export interface Section {
  /** Its address, with the anchor. */
  id: string;
  page: string;
  title: string;
  text: string;
}

const plain = (html: string): string =>
  unescapeHtml(
    html
      .replace(/<!--live-->[\s\S]*?<!--\/live-->/g, ' ')
      .replace(/<button[\s\S]*?<\/button>/g, ' ')
      .replace(/<wbr>/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Where a section begins: a heading, a call of the reference, or a refusal. */
const begins = /(?=<h[23] id="|<article id="|<section id="|<div id="refusal-)/;
/** Characters of a section that are searched: enough for every text that people wrote. */
const longestText = 1_200;

/** Cuts a rendered page at its anchors. */
export function sectionsOf(address: string, page: string, html: string): Section[] {
  const [opening = '', ...parts] = html.split(begins);
  const first = { id: address, page, title: page, text: plain(opening.replace(/<h1>[\s\S]*?<\/h1>/, '')) };
  return [first, ...parts.map((part) => sectionOf(address, page, part))]
    .filter(({ title }) => title !== '')
    .map((section) => ({ ...section, text: section.text.slice(0, longestText) }));
}

function sectionOf(address: string, page: string, html: string): Section {
  const [, anchor = ''] = /id="([^"]+)"/.exec(html) ?? [];
  const [heading = '', title = ''] = /<(?:h[23]|dt)\b[^>]*>([\s\S]*?)<\/(?:h[23]|dt)>/.exec(html) ?? [];
  return { id: `${address}#${anchor}`, page, title: plain(title), text: plain(html.replace(heading, '')) };
}
