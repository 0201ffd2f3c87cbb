import { createHash } from 'node:crypto';
import { escapeHtml } from '../html.ts';

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

const style = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1b1f24; background: #f5f6f8; }
header { padding: 16px 24px; background: #1b1f24; color: #fff; }
header h1 { margin: 0; font-size: 20px; } header p { margin: 4px 0 0; color: #d5d9de; }
main { display: grid; gap: 24px; padding: 24px; max-width: 1120px; margin: 0 auto; }
@media (min-width: 900px) { main { grid-template-columns: 360px 1fr; align-items: start; } }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
a { display: block; padding: 12px 16px; border-radius: 8px; background: #fff; color: inherit; text-decoration: none; border: 1px solid #d5d9de; overflow-wrap: anywhere; }
a[aria-current] { border: 2px solid #1f4e8c; } a:focus-visible { outline: 3px solid #1f4e8c; outline-offset: 2px; }
header a { display: inline; padding: 4px 8px; background: none; border: 0; color: #fff; text-decoration: underline; }
.links { margin: 8px -8px 0; }
small { color: #565d66; font-size: 14px; display: block; }
iframe { width: 100%; min-height: 640px; border: 1px solid #d5d9de; border-radius: 8px; background: #fff; }
pre { white-space: pre-wrap; background: #fff; padding: 16px; border-radius: 8px; border: 1px solid #d5d9de; overflow-wrap: anywhere; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

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
    <strong>${escapeHtml(mail.subject)}</strong><small>to ${escapeHtml(mail.to)}</small><small>${escapeHtml(mail.kind ?? mail.sentAt)}</small></a></li>`;
  const nav = links.map(({ label, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join(' ');
  const body = open
    ? `<nav aria-label="Mails"><ul>${mails.map(item).join('')}</ul></nav>${openMail(open, address)}`
    : `<p>${escapeHtml(empty)}</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title><style>${style}</style></head>
    <body><header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p>${nav && `<nav class="links" aria-label="Lists">${nav}</nav>`}</header><main>${body}</main></body></html>`;
  return { html, styleHash };
}

function openMail(mail: ShownMail, address: string): string {
  const files = mail.attachments.map(({ name, text }) => `<h3>${escapeHtml(name)}</h3><pre>${escapeHtml(text)}</pre>`);
  return `<section aria-label="Mail"><h2>${escapeHtml(mail.subject)}</h2><p>From ${escapeHtml(mail.from)} to ${escapeHtml(mail.to)}</p>
    <iframe title="The mail as it looks" src="${address}/body?id=${encodeURIComponent(mail.id)}"></iframe>
    <h3>As plain text</h3><pre>${escapeHtml(mail.text)}</pre>${files.join('')}</section>`;
}

/** Headers for the page itself. */
export const listPagePolicy = (hash: string): string =>
  `default-src 'none'; style-src 'sha256-${hash}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Headers for a mail's own markup, shown in a frame that may run nothing and load nothing. */
export const mailBodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups; frame-ancestors 'self'";
