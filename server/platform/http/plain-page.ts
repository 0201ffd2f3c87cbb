import { createHash } from 'node:crypto';
import { escapeHtml } from '../html.ts';

const style = `:root{color-scheme:light dark;--ink:#1b1f24;--quiet:#565d66;--line:#767e88;--card:#fff;--page:#f5f6f8;--key:#1b1f24;--on-key:#fff;--error:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f5;--quiet:#b4bac2;--line:#8a929c;--card:#22272d;--page:#16191d;--key:#f1f3f5;--on-key:#16191d;--error:#ff9d94}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--ink);display:grid;font:1rem/1.5 system-ui,sans-serif;justify-items:center;margin:0;padding:clamp(1rem,8vh,5rem) 1rem}
main{background:var(--card);border-radius:12px;box-shadow:0 1px 3px rgb(0 0 0/.2);max-width:440px;overflow-wrap:anywhere;padding:2rem clamp(1.25rem,6vw,2rem);width:100%}
h1{font-size:1.5rem;letter-spacing:-.014em;line-height:1.3;margin:0}
p{margin:1rem 0 0}
.site{color:var(--quiet);font-size:.875rem;margin:0 0 .5rem}
label{display:block;font-weight:600;margin:1.5rem 0 .25rem}
#rule{color:var(--quiet);font-size:.875rem;margin-top:.25rem}
input,button{border-radius:8px;font:inherit;min-height:2.75rem;padding:.5rem .75rem;width:100%}
input{background:var(--card);border:1px solid var(--line);color:inherit}
button{background:var(--key);border:1px solid var(--key);color:var(--on-key);cursor:pointer;font-weight:600;margin-top:1.5rem}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}
[role=alert]{border-left:4px solid var(--error);color:var(--error);font-weight:600;padding-left:.75rem}`;

/** Allows the style above by its hash, forms to ourselves, and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * A page of ours that links in mails open: a plain form, or a few words, that works without any script.
 *
 * @param siteName empty where no site is known
 */
export function plainPage(title: string, siteName: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${siteName && ` | ${escapeHtml(siteName)}`}</title>
<style>${style}</style>
<main>
${siteName && `<p class="site">${escapeHtml(siteName)}</p>`}
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>`;
}

/** A sentence or two. */
export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
/** Why the last try failed, read out at once. */
export const alert = (text: string | undefined) =>
  text === undefined ? '' : `<p role="alert">${escapeHtml(text)}</p>`;

/** A page that only says something. It leads nowhere: where a site's own login page is, only the site knows. */
export const messagePage = (title: string, text: string): string => plainPage(title, '', paragraph(text));

/** A page with one button, for what opening a link must not do by itself. */
export const buttonPage = (title: string, { siteName, text, action, button }: ButtonForm): string =>
  plainPage(
    title,
    siteName,
    `${paragraph(text)}
<form method="post" action="${escapeHtml(action)}">
<button>${escapeHtml(button)}</button>
</form>`,
  );

export interface ButtonForm {
  siteName: string;
  text: string;
  /** Where a press is posted, the link's token with it. */
  action: string;
  button: string;
}
