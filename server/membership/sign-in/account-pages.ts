import { createHash } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { escapeHtml } from '../../platform/html.ts';

/** The pages that links in mails open: plain forms that work without any script. */

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:28rem;padding:3rem 1.25rem}
h1{font-size:1.5rem;line-height:1.25}
label{display:block;font-weight:600;margin:1.5rem 0 .25rem}
input,button{box-sizing:border-box;font:inherit;min-height:2.75rem;padding:.5rem .75rem;width:100%}
button{font-weight:600;margin-top:1.5rem}
[role=alert]{border-left:.25rem solid;padding-left:.75rem}`;

/** Allows the style above by its hash, forms to ourselves, and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

function page(title: string, siteName: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${siteName && ` | ${escapeHtml(siteName)}`}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>`;
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
const alert = (text: string | undefined) => (text === undefined ? '' : `<p role="alert">${escapeHtml(text)}</p>`);

export interface Form {
  siteName: string;
  token: string;
  /** Why the last try failed. */
  fault?: string | undefined;
}

/** @param email the address to be confirmed; with `asksPassword` for whoever is not signed in in this browser */
export function verifyPage({
  siteName,
  token,
  fault,
  email,
  asksPassword,
}: Form & { email: string; asksPassword: boolean }): string {
  const password = `<label for="password">Password of your account</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;
  return page(
    'Confirm your email address',
    siteName,
    `${paragraph(`Confirm that ${email} belongs to your account at ${siteName}.`)}
${alert(fault)}
<form method="post" action="/account/verify-email">
<input type="hidden" name="token" value="${escapeHtml(token)}">
${asksPassword ? password : ''}
<button>Confirm</button>
</form>`,
  );
}

export function resetPage({ siteName, token, fault }: Form): string {
  return page(
    'Choose a new password',
    siteName,
    `${alert(fault)}
<form method="post" action="/account/reset-password">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${limits.passwordMinLength}" aria-describedby="rule">
<p id="rule">At least ${limits.passwordMinLength} characters.</p>
<button>Save the new password</button>
</form>`,
  );
}

/** A page that only says something. */
export const messagePage = (title: string, text: string): string => page(title, '', paragraph(text));
