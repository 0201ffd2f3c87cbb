import cleanMarkup from 'sanitize-html';

/**
 * What people may use to shape what they write. Other tags are taken out; their text stays, except that of scripts,
 * styles and form fields.
 */
const rules: cleanMarkup.IOptions = {
  allowedTags: ['b', 'i', 'em', 'strong', 'a', 'p', 'br', 'ul', 'ol', 'li', 'code', 'blockquote'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  transformTags: { a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }) },
  // Deeper markup is nothing a person writes, and browsers take long to draw it.
  nestingLimit: 12,
};

/** Whole addresses alone: a relative one would lead somewhere else on every page that shows the text. */
function linkAttributes(href = ''): Record<string, string> {
  const isWhole = /^https?:\/\//i.test(href) && URL.canParse(href);
  return isWhole ? { href: new URL(href).href, rel: 'nofollow ugc noopener' } : {};
}

/** Markup of a stranger as it may stand in a page: a few tags, links that lead to the web, nothing that could run. */
export const cleanRichText = (markup: string): string => cleanMarkup(markup, rules).trim();

const breaks = /<\/?(?:p|br|ul|ol|li|blockquote)\b[^>]*>/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * The words of clean markup, as people read them.
 *
 * @param clean made by `cleanRichText`, so that whatever is left of tags and entities is known
 */
export const readRichText = (clean: string): string =>
  clean
    .replace(breaks, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim();
