import { StrictMode, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { RouteObject } from 'react-router';
import { partnerCodes, partners, partnerTitle, type Partner } from '../shared/partners.ts';
import { pageNames, type PageName } from '../shared/portal-pages.ts';
import { inWords } from '../shared/wording.ts';
import { describePages, screens } from './pages.ts';
import { pathOf } from './partner/paths.ts';
import { routes } from './routes.tsx';
import { accessOf } from './session/access.ts';
import type { Audience } from './session/first-screen.ts';
import { takeRenderedTitle } from './ui/page-title.ts';

/** A page of the portal as its address is answered, before any code of it runs (decision 0013). */
export interface RenderedPage {
  path: string;
  /** Its module, as the build names it; none for the address that only leads on. */
  file: string | undefined;
  /** Modules it loads that are not preloaded. */
  later: readonly string[];
  title: string;
  description: string;
  /** What stands in the page's root for this audience; the others see it drawn. */
  content?: { for: Audience; html: string };
}

const heads = describePages();

/** Every page of every partner. */
export async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = [];
  for (const code of partnerCodes) for (const name of pageNames) pages.push(await renderPage(partners[code], name));
  return pages;
}

async function renderPage(partner: Partner, name: PageName): Promise<RenderedPage> {
  const path = pathOf(partner, name);
  const { description, isRendered, later = [] } = heads[name];
  const html = isRendered && (await renderHtml(path));
  return {
    path,
    file: await fileOf(name),
    later,
    description: inWords(description, partner),
    title: takeRenderedTitle() || partnerTitle(partner),
    ...(html && { content: { for: audienceOf(partner, name), html } }),
  };
}

function audienceOf(partner: Partner, name: PageName): Audience {
  const access = accessOf(name, partner);
  return access === 'members' || access === 'candidates' ? 'members' : 'visitors';
}

/** Every page's module, by what it shows: the table names no files, and the build knows modules by nothing else. */
const files = new Map(
  Object.entries(import.meta.glob<{ Component?: ComponentType }>('./*/*.page.tsx', { eager: true })).map(
    ([file, { Component }]) => [Component, file.replace('./', '')],
  ),
);

async function fileOf(name: PageName): Promise<string | undefined> {
  if (name === 'home') return undefined;
  const { Component } = await screens[name].code();
  const file = files.get(Component);
  if (!file) throw new Error(`The code of the page "${name}" is in no file called *.page.tsx.`);
  return file;
}

const handler = createStaticHandler(routes.map(withoutGuard));

/** The same elements as in `main.tsx`: the browser goes on with what they make. */
async function renderHtml(path: string): Promise<string> {
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response || context.errors) throw new Error(`${path} cannot be rendered.`);
  const html = renderToString(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  );
  // Asked for by the pages themselves, and not by every screen they are seen on.
  return html.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
}

/** Who is there is asked in the browser. */
function withoutGuard(route: RouteObject): RouteObject {
  const open = { ...route };
  delete open.loader;
  if (open.children) open.children = open.children.map(withoutGuard);
  return open;
}
