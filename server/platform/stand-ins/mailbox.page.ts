import { createHash } from 'node:crypto';
import { escapeHtml } from '../html.ts';
import { ownHeader, ownLook, typePreload } from '../own-look.ts';

/** A mail as a page of mails shows it. */
export interface ShownMail {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: ShownAttachment[];
  /** What it is for, where that is known; shown instead of the time. */
  kind?: string;
  sentAt: string;
}

/** Files with mails are texts. */
export interface ShownAttachment {
  name: string;
  type: string;
  text: string;
}

const style = `${ownLook}
body{background:var(--soft)}
.intro{margin:0 auto;max-width:72.5rem;padding:1.5rem clamp(1rem,3vw,2rem) 0}
h1{font-size:1.75rem;letter-spacing:-.02em;line-height:1.2;margin:0}
.intro p{color:var(--quiet);margin:.25rem 0 0}
main{display:grid;gap:1.5rem;margin:0 auto;max-width:72.5rem;padding:1.5rem clamp(1rem,3vw,2rem) 4rem}
main>*{min-width:0}
main ul{display:grid;gap:.5rem;list-style:none;margin:0;padding:0}
main nav a{background:var(--page);border:1px solid var(--line);border-radius:8px;color:inherit;display:block;overflow-wrap:anywhere;padding:.75rem 1rem;text-decoration:none}
main nav a:hover{border-color:var(--control)}
main nav a[aria-current]{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-top:.5rem}
.links a{align-items:center;color:var(--link);display:inline-flex;min-height:2.75rem}
h2{font-size:1.25rem;line-height:1.3;margin:0;overflow-wrap:anywhere}
section p{overflow-wrap:anywhere}
small{color:var(--quiet);display:block;font-size:.875rem}
iframe{background:#fff;border:1px solid var(--line);border-radius:8px;min-height:60rem;resize:vertical;width:100%}
pre{background:var(--page);border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere;padding:1rem;white-space:pre-wrap}
@media(min-width:56.25rem){main:has(nav){align-items:start;grid-template-columns:22.5rem minmax(0,1fr)}}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The content of a page of mails. */
export interface MailListPage {
  title: string;
  /** What these mails are. */
  about: string;
  /** What it says while there are none. */
  empty: string;
  /** Where the page is; the mail's own markup is below it, at `/body`. */
  address: string;
  /** Other lists like this one. */
  links?: readonly { label: string; href: string }[];
  mails: readonly ShownMail[];
  /** The mail that is looked at; the first unless given. */
  openId: string | undefined;
}

/** A page of mails: the list, and one of them in both its forms. */
export function mailListPage(page: MailListPage): { html: string; styleHash: string } {
  const { title, about, empty, address, links = [], mails } = page;
  const open = mails.find((mail) => mail.id === page.openId) ?? mails[0];
  const hrefOf = ({ id }: ShownMail) => `${address}?id=${encodeURIComponent(id)}`;
  const item = (mail: ShownMail) => `<li><a href="${hrefOf(mail)}"${mail === open ? ' aria-current="true"' : ''}>
    <strong>${escapeHtml(mail.subject)}</strong><small>to ${escapeHtml(mail.to)}</small><small>${escapeHtml(mail.kind ?? timeOf(mail))}</small></a></li>`;
  const nav = links.map(({ label, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join(' ');
  const body = open
    ? `<nav aria-label="Mails"><ul>${mails.map(item).join('')}</ul></nav>${openMail(open, address)}`
    : `<p>${escapeHtml(empty)}</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title><link rel="icon" href="data:,">${typePreload}<style>${style}</style></head>
    <body>${ownHeader({ here: 'Mailbox' })}<div class="intro"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p>${nav && `<nav class="links" aria-label="Lists">${nav}</nav>`}</div><main>${body}</main></body></html>`;
  return { html, styleHash };
}

const sentTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const timeOf = ({ sentAt }: ShownMail) => `${sentTime.format(new Date(sentAt))} UTC`;

function openMail(mail: ShownMail, address: string): string {
  const files = mail.attachments.map(({ name, text }) => `<h3>${escapeHtml(name)}</h3><pre>${escapeHtml(text)}</pre>`);
  return `<section aria-label="Mail"><h2>${escapeHtml(mail.subject)}</h2><p>From ${escapeHtml(mail.from)} to ${escapeHtml(mail.to)}</p>
    <iframe title="The mail as it looks" src="${address}/body?id=${encodeURIComponent(mail.id)}"></iframe>
    <h3>As plain text</h3><pre>${escapeHtml(mail.text)}</pre>${files.join('')}</section>`;
}

/** Headers for the page itself. */
export const listPagePolicy = (hash: string): string =>
  `default-src 'none'; style-src 'sha256-${hash}'; frame-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;
