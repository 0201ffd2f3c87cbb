import { escapeHtml } from './html.ts';

/** A mail's content, in order; rendered as text and as HTML. */
export interface MailContent extends MailColours {
  /** Wordmark at the top, as text: a partner's code or a site's name. */
  sender: string;
  title: string;
  paragraphs: readonly string[];
  /** Label and value, one below the other: a receipt's lines. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** A code, shown large. */
  code?: string;
  action?: { label: string; url: string };
  /** Numbered steps, after the button. */
  steps?: { title: string; items: readonly string[] };
  /** Remarks, after code, facts and button. */
  notes?: readonly string[];
  footer: string;
  languageTag?: string;
}

/** Colours as `#rrggbb`. White text stands on band and button. */
export interface MailColours {
  /** Of the band behind the wordmark, and of the button unless it has its own. */
  colour: string;
  buttonColour?: string;
  /** A line below the band. */
  accent?: string;
}

/** Renders plain text and simple HTML for all mail clients and their dark modes. */
export function layOutMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ title, paragraphs, facts = [], code, action, steps, notes = [], footer }: MailContent): string {
  const blocks = [title, ...paragraphs];
  if (code) blocks.push(code);
  if (facts.length > 0) blocks.push(facts.map(([label, value]) => `${label}: ${value}`).join('\n'));
  if (action) blocks.push(`${action.label}: ${action.url}`);
  if (steps) blocks.push([steps.title, ...steps.items.map((item, index) => `${index + 1}. ${item}`)].join('\n'));
  return `${[...blocks, ...notes, footer].join('\n\n')}\n`;
}

/**
 * Dark colours for mail clients that support the media query; others invert by themselves. Essential colours are inline
 * too, since many clients drop style elements.
 */
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){.page{background:#16191d!important}.card{background:#22272d!important;border-color:#565d66!important}.ink{color:#f1f3f5!important}.quiet{color:#b4bac2!important}.key{background:#f1f3f5!important;border-color:#f1f3f5!important;color:#1b1f24!important}}`;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = 'color:#1b1f24';
const quiet = 'color:#565d66';

const text = (value: string) => escapeHtml(value).replaceAll('\n', '<br>');
const paragraph = (value: string) =>
  `<p class="ink" style="margin:0 0 16px;${ink};overflow-wrap:anywhere">${text(value)}</p>`;

function asHtml(content: MailContent): string {
  const { sender, colour, accent = colour, title, paragraphs, facts = [], code, action, footer } = content;
  const { steps, notes = [] } = content;
  const parts = [
    `<h1 class="ink" style="margin:0 0 16px;${ink};font-size:24px;line-height:32px;font-weight:600">${text(title)}</h1>`,
    ...paragraphs.map(paragraph),
    code ? asCode(code) : '',
    facts.length > 0 ? asTable(facts) : '',
    action ? asButton(action, content.buttonColour ?? colour) : '',
    steps ? asSteps(steps) : '',
    ...notes.map(paragraph),
    `<p class="quiet" style="margin:24px 0 0;${quiet};font-size:14px;line-height:20px">${text(footer)}</p>`,
  ];
  return `<!doctype html><html lang="${escapeHtml(content.languageTag ?? 'en')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${text(title)}</title><style>${style}</style></head>
<body class="page" style="margin:0;padding:0;background:#f5f6f8;${font};font-size:16px;line-height:24px">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f8"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left">
<tr><td style="background:${escapeHtml(colour)};border-bottom:4px solid ${escapeHtml(accent)};color:#ffffff;padding:20px 24px;border-radius:8px 8px 0 0;font-size:20px;line-height:24px;font-weight:600;letter-spacing:.04em">${text(sender)}</td></tr>
<tr><td class="card" style="background:#ffffff;padding:32px 24px;border:1px solid #d5d9de;border-top:0;border-radius:0 0 8px 8px">
${parts.filter(Boolean).join('\n')}
</td></tr></table></td></tr></table></body></html>`;
}

const asCode = (code: string) =>
  `<p class="ink" style="margin:0 0 16px;${ink};font-size:32px;line-height:40px;font-weight:600;letter-spacing:.2em">${text(code)}</p>`;

const asTable = (facts: NonNullable<MailContent['facts']>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts.map(asRow).join('')}</table>`;

const asRow = ([label, value]: readonly [string, string]) =>
  `<tr><td class="quiet" style="padding:6px 16px 6px 0;${quiet};vertical-align:top">${text(label)}</td><td class="ink" style="padding:6px 0;${ink};font-weight:600;overflow-wrap:anywhere">${text(value)}</td></tr>`;

const asSteps = ({ title, items }: NonNullable<MailContent['steps']>) =>
  `<h2 class="ink" style="margin:0 0 8px;${ink};font-size:16px;line-height:24px;font-weight:600">${text(title)}</h2>
<ol class="ink" style="margin:0 0 16px;padding:0 0 0 24px;${ink}">${items.map((item) => `<li style="margin:0 0 8px">${text(item)}</li>`).join('')}</ol>`;

const asButton = ({ label, url }: { label: string; url: string }, colour: string) =>
  `<p style="margin:8px 0 24px"><a class="key" href="${escapeHtml(url)}" style="display:inline-block;background:${escapeHtml(colour)};border:1px solid ${escapeHtml(colour)};color:#ffffff;padding:12px 24px;border-radius:8px;font-weight:600;text-decoration:none">${text(label)}</a></p>`;

/** Headers for a mail's own markup, shown in a frame that may run nothing and load nothing. */
export const mailBodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups; frame-ancestors 'self'";
