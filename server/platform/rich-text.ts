import type { IOptions } from 'sanitize-html';

/**
 * Allow-list for members' rich text. Other tags are removed; their text stays, except that of scripts, styles and form
 * fields.
 */
const rules: IOptions = {
  allowedTags: ['b', 'i', 'em', 'strong', 'a', 'p', 'br', 'ul', 'ol', 'li', 'code', 'blockquote'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  transformTags: { a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }) },
  // Deeper nesting is an attack: browsers take long to render it.
  nestingLimit: 12,
};

/** Absolute addresses only: a relative one would depend on the page that shows the text. */
function linkAttributes(href = ''): Record<string, string> {
  const isWhole = /^https?:\/\//i.test(href) && URL.canParse(href);
  return isWhole ? { href: new URL(href).href, rel: 'nofollow ugc noopener' } : {};
}

/** Sanitizes untrusted markup against XSS: a few tags, absolute links, nothing executable. */
export async function cleanRichText(markup: string): Promise<string> {
  // With its parsers of HTML and CSS it takes 2 MB of heap, which a process has only once somebody comments.
  const { default: cleanMarkup } = await import('sanitize-html');
  return cleanMarkup(markup, rules).trim();
}

const breaks = /<\/?(?:p|br|ul|ol|li|blockquote)\b[^>]*>/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * The plain text of sanitized markup.
 *
 * @param clean the output of `cleanRichText`, whose tags and entities are known
 */
export const readRichText = (clean: string): string =>
  clean
    .replace(breaks, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim();
