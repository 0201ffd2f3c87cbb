import { html, page } from './html.ts';

/** What somebody sees who comes to something that is over or was never there. */
export function endedPage(heading: string, text: string, link?: { href: string; label: string }): string {
  const body = html`<main class="ended">
    <h1>${heading}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
  </main>`;
  return page(heading, body);
}
