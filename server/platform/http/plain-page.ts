import { createHash } from 'node:crypto';
import { escapeHtml } from '../html.ts';
import { darkColours, lightColours } from '../own-look.ts';

/** In the colours of our own pages; its card is the lighter surface in the dark as well. */
const style = `:root{${lightColours};--card:var(--page);--ground:var(--soft)}
@media(prefers-color-scheme:dark){:root{${darkColours};--card:#22272d;--ground:var(--page)}}
*{box-sizing:border-box}
body{background:var(--ground);color:var(--ink);display:grid;font:1rem/1.5 system-ui,sans-serif;justify-items:center;margin:0;padding:clamp(1rem,8vh,5rem) 1rem}
main{background:var(--card);border-radius:12px;box-shadow:0 1px 3px rgb(0 0 0/.2);max-width:440px;overflow-wrap:anywhere;padding:2rem clamp(1.25rem,6vw,2rem);width:100%}
h1{font-size:1.5rem;letter-spacing:-.014em;line-height:1.3;margin:0}
p{margin:1rem 0 0}
.site{color:var(--quiet);font-size:.875rem;margin:0 0 .5rem}
label{display:block;font-weight:600;margin:1.5rem 0 .25rem}
#rule{color:var(--quiet);font-size:.875rem;margin-top:.25rem}
input,button{border-radius:8px;font:inherit;min-height:2.75rem;padding:.5rem .75rem;width:100%}
input{background:var(--card);border:1px solid var(--control);color:inherit}
button{background:var(--key);border:1px solid var(--key);color:var(--on-key);cursor:pointer;font-weight:600;margin-top:1.5rem}
.on{border-radius:8px;display:block;font-weight:600;margin-top:1.5rem;padding:.625rem .75rem;text-align:center;text-decoration:none}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}
[role=alert]{border-left:4px solid var(--bad);color:var(--bad);font-weight:600;padding-left:.75rem}`;

/** Whose page it is, where its mail had a look of its own. */
export interface PageLook {
  /** `#rrggbb` */
  colour: string;
  /** `#rrggbb`, dark enough for white letters; that of the band where it is left out. */
  buttonColour?: string;
  /** Where its reader goes on: a path of our own. */
  wayOn: { path: string; label: string };
}

/** The style above, in the colours of a look. */
const styleIn = (look: PageLook | undefined) =>
  look === undefined
    ? style
    : `${style}
main{border-top:8px solid ${look.colour}}
button,.on{background:${look.buttonColour ?? look.colour};border:1px solid currentcolor;color:#fff}`;

/** Content security policy: the style by its hash, forms to our origin, nothing else. */
export const pagePolicyIn = (look: PageLook | undefined) =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styleIn(look)).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** The policy of a page without a look. */
export const pagePolicy = pagePolicyIn(undefined);

/**
 * A page behind a mailed link: a plain form or message that works without script.
 *
 * @param siteName empty where no site is known
 * @param look its policy is `pagePolicyIn(look)`
 */
export function plainPage(title: string, siteName: string, content: string, look?: PageLook): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${siteName && ` | ${escapeHtml(siteName)}`}</title>
<style>${styleIn(look)}</style>
<main>
${siteName && `<p class="site">${escapeHtml(siteName)}</p>`}
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>`;
}

/** A sentence or two. */
export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
/** The reason of a failed attempt, announced by screen readers. */
export const alert = (text: string | undefined) =>
  text === undefined ? '' : `<p role="alert">${escapeHtml(text)}</p>`;

/** A page with a message alone. It has no link: only the site knows where its login page is. */
export const messagePage = (title: string, text: string): string => plainPage(title, '', paragraph(text));

/** A page with a message and the way on. */
export const wayOnPage = (
  title: string,
  { siteName, text, look }: { siteName: string; text: string; look: PageLook },
) =>
  plainPage(
    title,
    siteName,
    `${paragraph(text)}
<a class="on" href="${escapeHtml(look.wayOn.path)}">${escapeHtml(look.wayOn.label)}</a>`,
    look,
  );

/** A page with one button: a GET must have no effect, because mail scanners follow links. */
export const buttonPage = (title: string, { siteName, text, action, button }: ButtonForm): string =>
  plainPage(
    title,
    siteName,
    `${paragraph(text)}
<form method="post" action="${escapeHtml(action)}">
<button>${escapeHtml(button)}</button>
</form>`,
  );

/** The content of a page with one button. */
export interface ButtonForm {
  siteName: string;
  text: string;
  /** Address that the form posts the link's token to. */
  action: string;
  button: string;
}
