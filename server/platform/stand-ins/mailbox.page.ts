import { createHash } from 'node:crypto';
import { escapeHtml } from '../html.ts';

interface ShownMail {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  attachments: ShownAttachment[];
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
small { color: #565d66; font-size: 14px; display: block; }
iframe { width: 100%; min-height: 640px; border: 1px solid #d5d9de; border-radius: 8px; background: #fff; }
pre { white-space: pre-wrap; background: #fff; padding: 16px; border-radius: 8px; border: 1px solid #d5d9de; overflow-wrap: anywhere; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page of the development mailbox: the list, and one mail in both its forms. */
export function mailboxPage(mails: ShownMail[], openId: string | undefined): { html: string; styleHash: string } {
  const open = mails.find((mail) => mail.id === openId) ?? mails[0];
  const item = (
    mail: ShownMail,
  ) => `<li><a href="/dev/mail?id=${encodeURIComponent(mail.id)}"${mail === open ? ' aria-current="true"' : ''}>
    <strong>${escapeHtml(mail.subject)}</strong><small>to ${escapeHtml(mail.to)}</small><small>${escapeHtml(mail.sentAt)}</small></a></li>`;
  const body = open
    ? `<nav aria-label="Mails"><ul>${mails.map(item).join('')}</ul></nav>
       <section aria-label="Mail"><h2>${escapeHtml(open.subject)}</h2><p>From ${escapeHtml(open.from)} to ${escapeHtml(open.to)}</p>
       <iframe title="The mail as it looks" src="/dev/mail/body?id=${encodeURIComponent(open.id)}"></iframe>
       <h3>As plain text</h3><pre>${escapeHtml(open.text)}</pre>
       ${open.attachments.map(({ name, text }) => `<h3>${escapeHtml(name)}</h3><pre>${escapeHtml(text)}</pre>`).join('')}</section>`
    : '<p>No mail yet. Whatever Intake sends while no mail server is set shows here.</p>';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Development mailbox</title><style>${style}</style></head>
    <body><header><h1>Development mailbox</h1><p>Nothing here was sent to anybody.</p></header><main>${body}</main></body></html>`;
  return { html, styleHash };
}
