import { StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import './app.css';
import 'virtual:partner-themes.css';
import { viewFragment } from '../contract/view-link.ts';
import { routes } from './routes.tsx';
import { followRouter } from './session/asked-path.ts';
import { isFirstScreenOf, type Audience } from './session/first-screen.ts';

const root = document.getElementById('root')!;
// Staff come to see as a member.
if (location.hash.startsWith(viewFragment))
  void import('./shell/view-banner.tsx').then(({ enterView }) => enterView(start));
else start();

function start(): void {
  const asked = location.href;
  const router = createBrowserRouter(routes);
  followRouter(router);
  const portal = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  const renderedFor = root.dataset['rendered'] as Audience | undefined;
  if (renderedFor || 'visitor' in root.dataset) void takeOver({ portal, router, asked }, renderedFor);
  else createRoot(root).render(portal);
}

interface Started {
  portal: ReactNode;
  router: ReturnType<typeof createBrowserRouter>;
  /** The address that was opened. */
  asked: string;
}

/**
 * Goes on with what the build has rendered, once it is known that the page opens and its code is there; what was typed
 * meanwhile stays. Where this tab shows something else, that is drawn in its place in one go. So is what visitors see where
 * nothing is rendered for them: most such pages send them to the login, and no frame for members stands there before.
 */
async function takeOver({ portal, router, asked }: Started, audience: Audience | undefined): Promise<void> {
  await untilReady(router);
  const isSame = audience && location.href === asked && !router.state.errors && isFirstScreenOf(audience);
  if (isSame) hydrateRoot(root, portal);
  else flushSync(() => createRoot(root).render(portal));
  delete root.dataset['rendered'];
}

/** Until the guard has answered and the page's code has come. */
function untilReady(router: Started['router']): Promise<void> {
  return new Promise((resolve) => {
    const look = () => router.state.initialized && resolve();
    router.subscribe(look);
    look();
  });
}
