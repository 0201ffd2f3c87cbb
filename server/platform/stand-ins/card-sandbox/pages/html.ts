import { escapeHtml } from '../../../html.ts';
import { ownHeader, typePreload } from '../../../own-look.ts';

/** Markup whose values are already escaped. */
export interface Html {
  markup: string;
}

type Value = string | number | Html | Html[] | false | null | undefined;

/** A template whose values are escaped unless they are markup themselves; lists are joined, `false` is nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.reduce((text, part, place) => text + markupOf(values[place - 1]) + part) };
}

function markupOf(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map((each) => each.markup).join('');
  return typeof value === 'object' ? value.markup : escapeHtml(String(value));
}

interface PageOptions {
  /** A module of ours to load, relative to the assets. */
  script?: string;
  /** The header and colours of the product's own pages; a checkout, which stands for the provider's, has none. */
  isOwn?: boolean;
}

/** A whole page. */
export const page = (title: string, body: Html, { script, isOwn = false }: PageOptions = {}): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/dev/card/assets/card-sandbox.css" />
        <link rel="stylesheet" href="/dev/card/assets/card-checkout.css" />
        <link rel="stylesheet" href="/dev/card/assets/card-pages.css" />
        <link rel="stylesheet" href="/dev/card/assets/card-plans.css" />
        ${isOwn && { markup: `${typePreload}<link rel="stylesheet" href="/dev/card/assets/own-look.css">` }}
        ${script !== undefined && html`<script type="module" src="/dev/card/assets/${script}"></script>`}
      </head>
      <body>
        ${isOwn && { markup: ownHeader({ here: 'Card sandbox' }) }} ${body}
      </body>
    </html>`.markup;
