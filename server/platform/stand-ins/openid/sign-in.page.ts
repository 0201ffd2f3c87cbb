import { createHash } from 'node:crypto';
import { escapeHtml } from '../../html.ts';
import { ownHeader, ownLook, typePreload } from '../../own-look.ts';
import { demonstrationPeople, type Person } from './people.ts';

const style = `${ownLook}
:root{--card:var(--page)}
body{background:var(--soft)}
dl{margin:0}
dt{font-weight:600;margin-top:.75rem}
dd{color:var(--quiet);margin:0}
code{font:.9375em ui-monospace,SFMono-Regular,Menlo,monospace}
a{color:var(--link)}
main{background:var(--card);border:1px solid var(--line);margin:clamp(1rem,6vh,4rem) auto;border-radius:14px;max-width:460px;overflow-wrap:anywhere;padding:1.75rem clamp(1.25rem,6vw,2rem);width:calc(100% - 2rem)}
h1{font-size:1.5rem;letter-spacing:-.014em;line-height:1.3;margin:0}
h2{border-top:1px solid var(--line);font-size:1.0625rem;margin:1.75rem 0 0;padding-top:1.25rem}
main p{color:var(--quiet);margin:.5rem 0 1.25rem}
main .band{font-size:.875rem;font-weight:600;margin:0 0 .5rem}
button,input[type=text],input[type=email]{border-radius:9px;font:inherit;min-height:2.75rem;padding:.5rem .875rem;width:100%}
button{background:var(--key);border:1px solid var(--key);color:var(--on-key);cursor:pointer;font-weight:600;margin-top:1rem}
.person{background:none;border-color:var(--control);color:inherit;display:grid;margin-top:.625rem;padding:.625rem .875rem;text-align:left}
.person:hover{border-color:var(--key)}
.person span{color:var(--quiet);font-size:.875rem;font-weight:400}
span.yes{color:var(--good)}
label{display:block;font-weight:600;margin:.875rem 0 .25rem}
input[type=text],input[type=email]{background:var(--card);border:1px solid var(--control);color:inherit}
.tick{align-items:center;display:flex;font-weight:400;gap:.625rem;min-height:2.75rem}
.tick input{accent-color:var(--link);flex:none;height:1.25rem;width:1.25rem}
.quiet{background:none;border-color:transparent;color:inherit;margin-top:.5rem;text-decoration:underline}
main [role=alert]{border-left:4px solid var(--bad);color:var(--bad);font-weight:600;margin:.875rem 0 0;padding-left:.75rem}`;

/** Content security policy of both pages: the style by its hash, forms to our origin, nothing else. */
export const providerPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; font-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** The content of the sign-in page. */
export interface SignInPage {
  /** Name of the relying party. */
  clientName: string;
  /** Reason of a failed attempt. */
  fault?: string | undefined;
}

/** Renders the form in which a person claims an identity. */
export const signInPage = ({ clientName, fault }: SignInPage): string =>
  page(
    `Sign in to ${clientName}`,
    `<p>Choose who you are. This provider is for trying things out on this machine: it asks for no password.</p>
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
<form method="post"><button class="quiet" name="cancel" value="yes">Cancel</button></form>`,
  );

/** Renders the provider's own page: how a site uses it. @param issuer its address */
export const providerPage = (issuer: string): string =>
  page(
    'Log-in without an account elsewhere',
    `<p>An OpenID Connect provider for development. Sites in test mode use it as they would use Google.</p>
<dl>
<dt>Issuer</dt><dd><code>${escapeHtml(issuer)}</code></dd>
<dt>Client id and secret</dt><dd>Any; a client id belongs to one site</dd>
<dt>Discovery document</dt><dd><a href="${escapeHtml(issuer)}/.well-known/openid-configuration">openid-configuration</a></dd>
<dt>How to add it to a site</dt><dd><a href="/docs/providers#without-a-provider">Social login</a></dd>
</dl>
<h2>Who can sign in</h2>
<p>Anybody you type in, and these people, one for each kind of answer a provider gives:</p>
<dl>
${demonstrationPeople.map((person) => `<dt>${escapeHtml(person.name)}</dt><dd>${claimsInWords(person)}</dd>`).join('\n')}
</dl>`,
  );

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${typePreload}
<style>${style}</style>
${ownHeader({ here: 'Provider' })}
<main>
<p class="band">Local provider</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>`;

const personButton = (person: Person): string =>
  `<button class="person" name="person" value="${escapeHtml(person.name)}">${escapeHtml(person.name)}${claimsInWords(person)}</button>`;

function claimsInWords({ email, isConfirmed }: Person): string {
  if (email === undefined) return '<span>keeps the address private</span>';
  const state = isConfirmed ? '<span class="yes">address confirmed</span>' : '<span>address not confirmed</span>';
  return `<span>${escapeHtml(email)}</span> ${state}`;
}
