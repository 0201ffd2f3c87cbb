import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/html.ts';
import { ownHeader, ownLook, typePreload } from '../../platform/own-look.ts';
import type { ShownCodes } from '../../platform/stand-ins/authenticator.ts';

const style = `${ownLook}
main{margin:0 auto;max-width:46rem;padding:1.5rem clamp(1rem,3vw,2rem) 4rem}
h1{font-size:1.75rem;letter-spacing:-.02em;line-height:1.2;margin:0}
p{color:var(--quiet)}
ul{display:grid;gap:.5rem;list-style:none;margin:0;padding:0}
li{border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere;padding:.75rem 1rem}
code{display:block;font:600 2rem/1.3 ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:.12em}
small{color:var(--quiet);font-size:.875rem}
small code{display:inline;font-size:.875rem;font-weight:400;letter-spacing:.05em}`;

/** Content security policy of the page: the style by its hash, nothing else. */
export const authenticatorPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; font-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;

/** A person with the codes that their phone would show. */
export interface ShownPhone {
  email: string;
  name: string;
  codes: ShownCodes;
}

/** The page that stands in for the phones of staff. It loads itself again when the codes change. */
export function authenticatorPage(phones: readonly ShownPhone[]): string {
  const secondsLeft = phones[0]?.codes.secondsLeft ?? 30;
  const rows = phones.map(
    ({ email, name, codes }) => `<li data-email="${escapeHtml(email)}">${escapeHtml(name || email)}
<code>${codes.now}</code><small>${escapeHtml(email)}. Then <code>${codes.next}</code>, which is taken too.</small></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${secondsLeft + 1}"><title>Authenticator</title><link rel="icon" href="data:,">${typePreload}<style>${style}</style></head>
<body>${ownHeader({ here: 'Authenticator' })}<main><h1>Authenticator</h1>
<p>Stands in for the phones of staff. Codes change in ${secondsLeft} seconds, and each works once. There is no such page in production.</p>
${rows.length === 0 ? '<p>Nobody on the staff has an authenticator app.</p>' : `<ul>${rows.join('\n')}</ul>`}</main></body></html>`;
}
