import { html, page } from './html.ts';

/** The page for a checkout or invoice that has ended or is unknown. */
export function endedPage(heading: string, text: string, link?: { href: string; label: string }): string {
  const body = html`<main class="ended">
    <h1>${heading}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
  </main>`;
  return page(heading, body);
}
