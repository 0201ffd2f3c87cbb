import { text } from '../../server/api-reference/reference-markup.ts';
import { ownHeader, typePreload } from '../../server/platform/own-look.ts';

/** Addresses of what every page loads. */
export interface Assets {
  style: string;
  /** Sets the chosen colours before the page is painted. */
  theme: string;
  script: string;
}

/** The content of a page of the documentation. */
export interface Shell {
  title: string;
  /** One sentence for search results. */
  about: string;
  /** The path of the link in the header that leads here. */
  current: string;
  /** Name and entries of the menu beside the page. */
  menu: { label: string; entries: string };
  main: string;
  /** What stands at the other side: the list "On this page". */
  aside?: string;
  /** Further elements of the head. */
  head?: string;
  assets: Assets;
}

/** What the page's script makes work; without it, none of these are there. */
const tools = `<div class="tools">
<button type="button" class="tool" data-search-open><span>Search</span> <kbd>/</kbd></button>
<button type="button" class="tool" data-site-open>Your site</button>
<button type="button" class="tool icon" data-theme-switch aria-label="Dark colours" aria-pressed="false"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M16.5 12.6A7 7 0 0 1 7.4 3.5a7 7 0 1 0 9.1 9.1Z"/></svg></button>
<button type="button" class="tool menu-tool" data-menu-open aria-expanded="false" aria-controls="docs-menu">Menu</button>
</div>`;

/** Renders header, menu and frame of a page of the documentation. */
export const shell = ({ title, about, current, menu, main, aside = '', head = '', assets }: Shell): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} | Intake</title>
<meta name="description" content="${text(about)}">
<link rel="icon" href="data:,">
${typePreload}
<script src="${assets.theme}"></script>
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
${head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${ownHeader({ current, more: tools })}
<div class="frame">
<nav id="docs-menu" class="menu" aria-label="${text(menu.label)}"><ul>
${menu.entries}
</ul></nav>
<main id="content">
${main}
</main>
${aside}
</div>
</body>
</html>`;
