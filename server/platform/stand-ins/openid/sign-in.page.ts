import { createHash } from 'node:crypto';
import { escapeHtml } from '../../html.ts';
import { demonstrationPeople, type Person } from './people.ts';

const style = `:root{color-scheme:light dark;--ink:#1c2430;--quiet:#556070;--line:#8792a2;--card:#fff;--page:#eef1f6;--key:#2749b8;--on-key:#fff;--yes:#1d6b3d;--error:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#eef1f6;--quiet:#b3bccb;--line:#7c889a;--card:#1f2630;--page:#141920;--key:#a9bdff;--on-key:#111a33;--yes:#86d8a5;--error:#ff9d94}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--ink);display:grid;font:1rem/1.5 system-ui,sans-serif;justify-items:center;margin:0;padding:clamp(1rem,6vh,4rem) 1rem}
main{background:var(--card);border-radius:14px;box-shadow:0 1px 4px rgb(0 0 0/.2);max-width:460px;overflow-wrap:anywhere;padding:1.75rem clamp(1.25rem,6vw,2rem);width:100%}
h1{font-size:1.5rem;letter-spacing:-.014em;line-height:1.3;margin:0}
h2{border-top:1px solid var(--line);font-size:1.0625rem;margin:1.75rem 0 0;padding-top:1.25rem}
p{color:var(--quiet);margin:.5rem 0 1.25rem}
.band{font-size:.875rem;font-weight:600;margin:0 0 .5rem}
button,input[type=text],input[type=email]{border-radius:9px;font:inherit;min-height:2.75rem;padding:.5rem .875rem;width:100%}
button{background:var(--key);border:1px solid var(--key);color:var(--on-key);cursor:pointer;font-weight:600;margin-top:1rem}
.person{background:none;border-color:var(--line);color:inherit;display:grid;margin-top:.625rem;padding:.625rem .875rem;text-align:left}
.person:hover{border-color:var(--key)}
.person span{color:var(--quiet);font-size:.875rem;font-weight:400}
.person .yes{color:var(--yes)}
label{display:block;font-weight:600;margin:.875rem 0 .25rem}
input[type=text],input[type=email]{background:var(--card);border:1px solid var(--line);color:inherit}
.tick{align-items:center;display:flex;font-weight:400;gap:.625rem;min-height:2.75rem}
.tick input{accent-color:var(--key);flex:none;height:1.25rem;width:1.25rem}
.quiet{background:none;border-color:transparent;color:inherit;margin-top:.5rem;text-decoration:underline}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}
[role=alert]{border-left:4px solid var(--error);color:var(--error);font-weight:600;margin:.875rem 0 0;padding-left:.75rem}`;

/** Allows the style by its hash and forms to ourselves; nothing is loaded and nothing runs. */
export const signInPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

export interface SignInPage {
  /** Whom they sign in to. */
  clientName: string;
  /** Why the last try failed. */
  fault?: string | undefined;
}

/** Asks who somebody is, and takes their word for it. */
export function signInPage({ clientName, fault }: SignInPage): string {
  const title = `Sign in to ${clientName}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main>
<p class="band">Local provider</p>
<h1>${escapeHtml(title)}</h1>
<p>Choose who you are. This provider is for trying things out on this machine: nobody asks for a password.</p>
<form method="post">
${demonstrationPeople.map(personButton).join('\n')}
</form>
<h2>Somebody else</h2>
<form method="post">
${fault === undefined ? '' : `<p role="alert">${escapeHtml(fault)}</p>`}
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="100">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="250" required>
<label class="tick"><input name="confirmed" type="checkbox" value="yes" checked> The provider has confirmed this address</label>
<button>Continue</button>
</form>
<form method="post"><button class="quiet" name="cancel" value="yes">Cancel</button></form>
</main>
</html>`;
}

function personButton({ name, email, isConfirmed }: Person): string {
  const state = isConfirmed ? '<span class="yes">address confirmed</span>' : '<span>address not confirmed</span>';
  const address =
    email === undefined ? '<span>keeps the address private</span>' : `<span>${escapeHtml(email)}</span>${state}`;
  return `<button class="person" name="person" value="${escapeHtml(name)}">${escapeHtml(name)}${address}</button>`;
}
