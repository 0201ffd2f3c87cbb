import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { RouteObject } from 'react-router';
import { partnerCodes, partners, partnerTitle, type Partner } from '../contract/partners.ts';
import { inWords } from '../contract/wording.ts';
import { descriptions } from './page-descriptions.ts';
import { pathOf, paths, type PathName } from './partner/paths.ts';
import { routes } from './routes.tsx';
import { accessOf } from './session/access.ts';
import type { Audience } from './session/first-screen.ts';
import { takeRenderedTitle } from './ui/page-title.ts';

/** A page of the portal as its address is answered, before any code of it runs. */
export interface RenderedPage {
  path: string;
  name: PathName;
  title: string;
  description: string;
  /** What stands in the page's root for this audience; the others see it drawn. */
  content?: { for: Audience; html: string };
}

/** The pages people arrive at. What the others show first depends on what the browser remembers, or on the member. */
const firstPages = new Set<PathName>([
  'login',
  'register',
  'forgotPassword',
  'outlineForm',
  'terms',
  'privacy',
  'accessibility',
  'refunds',
  'cyber',
  'data',
  'software',
  'enrol',
]);

/** Every page of every partner. */
export async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = [];
  for (const code of partnerCodes)
    for (const name of Object.keys(paths) as PathName[]) pages.push(await renderPage(partners[code], name));
  return pages;
}

async function renderPage(partner: Partner, name: PathName): Promise<RenderedPage> {
  const path = pathOf(partner, name);
  const description = inWords(descriptions[name] ?? descriptions.home, partner);
  const html = firstPages.has(name) && (await renderHtml(path));
  return {
    path,
    name,
    description,
    title: takeRenderedTitle() || partnerTitle(partner),
    ...(html && { content: { for: audienceOf(partner, name), html } }),
  };
}

function audienceOf(partner: Partner, name: PathName): Audience {
  const access = accessOf(paths[name], partner);
  return access === 'members' || access === 'candidates' ? 'members' : 'visitors';
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
