import { text } from '../../server/api-reference/reference-markup.ts';
import { docsStyle } from '../../server/docs/docs-style.ts';
import type { Rendered } from './markdown.ts';

/** What the menu calls each page, in the order they are read; `overview` is `/docs` itself. */
const menu = {
  overview: 'Overview',
  install: 'Install',
  attributes: 'Attributes',
  gating: 'Who sees what',
  labels: 'Texts',
  styling: 'Looks',
  events: 'Events',
  methods: 'Calls',
  react: 'React',
  migrate: 'Moving here',
  inspector: 'Inspector',
  troubleshooting: 'Trouble',
};
export type PageName = keyof typeof menu;
export const pageNames = Object.keys(menu) as PageName[];

export const addressOf = (name: string): string => (name === 'overview' ? '/docs' : `/docs/${name}`);

/** The site whose settings the examples work with. It is there wherever demonstration data is. */
const liveScript = `<!--live--><script src="/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo" data-ms-inspector="off"></script><!--/live-->`;

export function docsPage(name: PageName, pages: ReadonlyMap<PageName, Rendered>): string {
  const { title, html, hasLive } = pages.get(name)!;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} | Intake</title>
<link rel="icon" href="data:,">
<style>${docsStyle}</style>
${hasLive ? liveScript : ''}
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Documentation">
<p class="brand"><a href="/docs">Intake</a></p>
<ul>
${pageNames.map((each) => menuEntry(each, pages.get(each)!, each === name)).join('\n')}
<li><a href="/docs/api">API reference</a></li>
</ul>
</nav>
<main id="content">
${html}
</main>
</html>`;
}

function menuEntry(name: PageName, { sections }: Rendered, isCurrent: boolean): string {
  const links = sections.map((each) => `<li><a href="#${each.anchor}">${text(each.title)}</a></li>`);
  const below = isCurrent && links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
  return `<li><a href="${addressOf(name)}"${isCurrent ? ' aria-current="page"' : ''}>${menu[name]}</a>${below}</li>`;
}
