/**
 * Sources of pages that a template language fills in: PHP, ERB and EJS, Liquid, Django, Jinja, Twig, Handlebars, JSX. A
 * parser of HTML would take their code for text, and text before the head moves the whole head into the body.
 */

/** What is not closed goes on to the end of the file, as PHP allows. */
const code =
  '<\\?(?:php|=)[\\s\\S]*?(?:\\?>|$)|<%[\\s\\S]*?%>|\\{%[\\s\\S]*?%\\}|\\{\\{[\\s\\S]*?\\}\\}|\\{#[\\s\\S]*?#\\}';
const codeHere = new RegExp(code, 'y');
/** Comments, scripts and styles stay as they are: what looks like a tag in them is none. */
const opaque = '<!--[\\s\\S]*?-->|<(script|style|textarea)\\b[^>]*>[\\s\\S]*?</\\1\\s*>';
const next = new RegExp(`(${code})|(?:${opaque})|<[a-z]`, 'gi');

/** What may stand before a page in a source and in no page that is sent: settings between lines, code of a module. */
const before =
  /^\uFEFF?(?:---\r?\n[\s\S]*?\n---|\s*(?:import|export|const|let|function|return|'use |"use )[\s\S]*?(?=<!doctype|<html\b))/i;

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ');
/** Code without letters that would end a value without quotes, or a tag; between braces it still is code. */
const inert = (text: string): string => text.replace(/^<[?%]([\s\S]*)[?%]>$/, '{{$1}}').replaceAll(/[\s"'`<>=]/g, '_');

/**
 * The source as a parser of HTML may read it: template code in text is blank, and in a value stays to be recognised.
 * Every line and column stays where it is.
 */
export function withoutTemplateCode(source: string): string {
  const page = source.replace(before, blank);
  let text = '';
  let at = 0;
  next.lastIndex = 0;
  for (let found = next.exec(page); found; found = next.exec(page)) {
    text += page.slice(at, found.index);
    const [whole, isCode] = found;
    const piece = isCode
      ? blank(whole)
      : whole.length === 2 || /^<script/i.test(whole)
        ? readTag(page, found.index)
        : whole;
    text += piece;
    at = found.index + piece.length;
    next.lastIndex = /^<script/i.test(whole) ? found.index + whole.length : at;
    text += page.slice(at, next.lastIndex);
    at = next.lastIndex;
  }
  return text + page.slice(at);
}

/** A tag with its template code tamed, as long as it was. */
function readTag(page: string, start: number): string {
  let tag = '';
  let quote = '';
  for (let at = start; at < page.length; at = start + tag.length) {
    const character = page[at]!;
    const piece = codeAt(page, at) ?? (quote === '' ? bracesAt(page, at) : undefined);
    if (piece !== undefined) {
      const isInValue = quote !== '' || /\S$/.test(tag);
      tag += isInValue ? (quote === '' ? inert(piece) : piece.replaceAll(quote, '_')) : blank(piece);
      continue;
    }
    if (quote === character) quote = '';
    else if (quote === '' && /["']/.test(character) && /=\s*$/.test(tag.slice(-8))) quote = character;
    tag += character;
    if (quote === '' && character === '>') break;
  }
  return tag;
}

function codeAt(page: string, at: number): string | undefined {
  codeHere.lastIndex = at;
  return codeHere.exec(page)?.[0];
}

/** Code of JSX is no longer than this; an open brace of anything else is left alone. Characters. */
const mostInBraces = 2_000;

/** `{…}` of JSX as a value or in place of an attribute, with what is balanced in it. */
function bracesAt(page: string, start: number): string | undefined {
  if (page[start] !== '{' || !/[=\s]/.test(page[start - 1] ?? '')) return undefined;
  let depth = 0;
  for (let at = start; at < Math.min(page.length, start + mostInBraces); at++) {
    if (page[at] === '{') depth += 1;
    if (page[at] === '}') depth -= 1;
    if (depth === 0) return page.slice(start, at + 1);
  }
  return undefined;
}
