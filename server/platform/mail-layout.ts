import { escapeHtml } from './html.ts';

/** What a mail says, in order. Both its forms are made of it. */
export interface MailContent {
  /** Wordmark at the top, as text: a partner's code or a site's name. */
  sender: string;
  /** `#rrggbb` of the wordmark's band and the button. */
  colour: string;
  title: string;
  paragraphs: string[];
  /** Label and value, one below the other: a receipt's lines. */
  facts?: [label: string, value: string][];
  /** A code, shown large. */
  code?: string;
  action?: { label: string; url: string };
  /** What to know besides, after code, facts and button. */
  notes?: string[];
  footer: string;
  languageTag?: string;
}

/** A mail in plain text and in simple markup that every mail program and the dark mode of each can show. */
export function layOutMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ title, paragraphs, facts = [], code, action, notes = [], footer }: MailContent): string {
  const blocks = [title, ...paragraphs];
  if (code) blocks.push(code);
  if (facts.length > 0) blocks.push(facts.map(([label, value]) => `${label}: ${value}`).join('\n'));
  if (action) blocks.push(`${action.label}: ${action.url}`);
  return `${[...blocks, ...notes, footer].join('\n\n')}\n`;
}

function asHtml(content: MailContent): string {
  const {
    sender,
    colour,
    title,
    paragraphs,
    facts = [],
    code,
    action,
    notes = [],
    footer,
    languageTag = 'en',
  } = content;
  const text = (value: string) => escapeHtml(value).replaceAll('\n', '<br>');
  const row = ([label, value]: [string, string]) =>
    `<tr><td style="padding:6px 16px 6px 0;opacity:.75;vertical-align:top">${text(label)}</td><td style="padding:6px 0;font-weight:600">${text(value)}</td></tr>`;
  return `<!doctype html><html lang="${escapeHtml(languageTag)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${text(title)}</title></head>
<body style="margin:0;padding:0;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left">
<tr><td style="background:${escapeHtml(colour)};color:#ffffff;padding:16px 24px;border-radius:8px 8px 0 0;font-weight:600;letter-spacing:.04em">${text(sender)}</td></tr>
<tr><td style="padding:24px;border:1px solid #8a929b;border-top:0;border-radius:0 0 8px 8px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:32px">${text(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${text(paragraph)}</p>`).join('\n')}
${code ? `<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:.2em">${text(code)}</p>` : ''}
${facts.length > 0 ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts.map(row).join('')}</table>` : ''}
${action ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:${escapeHtml(colour)};color:#ffffff;padding:12px 24px;border-radius:8px;font-weight:600;text-decoration:none">${text(action.label)}</a></p>` : ''}
${notes.map((note) => `<p style="margin:0 0 16px">${text(note)}</p>`).join('\n')}
<p style="margin:24px 0 0;font-size:14px;line-height:20px;opacity:.75">${text(footer)}</p>
</td></tr></table></td></tr></table></body></html>`;
}
