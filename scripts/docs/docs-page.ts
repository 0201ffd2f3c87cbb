import { text } from '../../server/api-reference/reference-markup.ts';
import type { Rendered } from './markdown.ts';
import { shell, type Assets } from './shell.ts';

/** Titles of the menu, in reading order and by group; `overview` is `/docs` itself. */
const groups = {
  'Get started': {
    overview: 'Overview',
    'first-site': 'First site in ten minutes',
    playground: 'Playground',
    install: 'Install the script',
    migrate: 'Moving here',
  },
  'Build pages': {
    attributes: 'Attributes',
    gating: 'Gated content',
    styling: 'Styling',
    labels: 'Labels and translations',
  },
  'Write code': {
    methods: 'JavaScript client',
    react: 'React',
    events: 'Events',
    webhooks: 'Webhooks',
    api: 'API reference',
  },
  'Set up your site': {
    console: 'The console',
    sites: 'Site settings',
    providers: 'Social login',
    security: 'Security',
  },
  'Test and launch': {
    testing: 'Testing',
    inspector: 'Inspector',
    troubleshooting: 'Troubleshooting',
    'going-live': 'Going live',
  },
} as const;
type EntryName = { [Group in keyof typeof groups]: keyof (typeof groups)[Group] }[keyof typeof groups];

/** The name of a page written in Markdown: its file and its menu entry. */
export type PageName = Exclude<EntryName, 'playground' | 'api'>;

const titles = Object.assign({}, ...Object.values(groups)) as Record<EntryName, string>;
const isWritten = (name: string): name is PageName => name !== 'playground' && name !== 'api';
export const pageNames = Object.keys(titles).filter(isWritten);

/** The path at which a page is served. */
export const addressOf = (name: string): string => (name === 'overview' ? '/docs' : `/docs/${name}`);

/** Live examples use the demonstration site, which exists wherever demonstration data does. */
const liveScript = `<!--live--><script src="/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo" data-ms-inspector="off"></script><!--/live-->`;

/** A page as the build knows it. */
export interface DocsPage extends Rendered {
  /** The day of its last commit, `2026-11-22`; undefined outside a repository. */
  editedOn: string | undefined;
}

/** Renders a documentation page with menu, list of sections, and the pages before and after it. */
export function docsPage(name: PageName, page: DocsPage, assets: Assets): string {
  const at = pageNames.indexOf(name);
  const main = `<article class="prose">
${page.html}
</article>
<footer class="end">
${page.editedOn === undefined ? '' : `<p>Last edited on <time datetime="${page.editedOn}">${inWords(page.editedOn)}</time></p>`}
<nav aria-label="Previous and next page"><ul>${step('Previous', pageNames[at - 1])}${at + 1 < pageNames.length ? step('Next', pageNames[at + 1]) : stepTo('Next', '/docs/api', 'API reference')}</ul></nav>
</footer>`;
  return shell({
    title: page.title,
    about: page.about,
    current: name === 'overview' ? '/docs' : '',
    menu: { label: 'Documentation', entries: menuEntries(name) },
    main,
    aside: sectionList(page.sections),
    head: page.hasLive ? liveScript : '',
    assets,
  });
}

/** The entries of the menu. @param current the page it stands on */
export const menuEntries = (current: string): string =>
  Object.entries(groups)
    .map(([label, entries]) => {
      const items = Object.entries(entries).map(([name, title]) => {
        const item = menuEntry(addressOf(name), title, name === current);
        return name === 'playground' ? `<!--live-->${item}<!--/live-->` : item;
      });
      return `<li><span class="group">${label}</span><ul>\n${items.join('\n')}\n</ul></li>`;
    })
    .join('\n');

const menuEntry = (address: string, label: string, isCurrent: boolean) =>
  `<li><a href="${address}"${isCurrent ? ' aria-current="page"' : ''}>${label}</a></li>`;

const step = (label: string, name: PageName | undefined) =>
  name === undefined ? '' : stepTo(label, addressOf(name), titles[name]);
const stepTo = (label: string, address: string, title: string) =>
  `<li class="${label.toLowerCase()}"><a href="${address}"><small>${label}</small> ${title}</a></li>`;

/** A list of one entry says nothing. */
const sectionList = (sections: Rendered['sections']): string =>
  sections.length < 2
    ? ''
    : `<nav class="here-list" aria-label="On this page"><p>On this page</p><ul>
${sections.map(({ title, anchor }) => `<li><a href="#${anchor}">${text(title)}</a></li>`).join('\n')}
</ul></nav>`;

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
