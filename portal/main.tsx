import { StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import './app.css';
import 'virtual:partner-themes.css';
import { routes } from './routes.tsx';
import { isFirstScreenOf, type Audience } from './session/first-screen.ts';
import { messageOf } from './session/message-of.ts';
import { viewCodeOf } from './session/tab-view.ts';
import { viewMessages } from './messages/views.ts';
import { toast } from '../ui/toast.ts';

const root = document.getElementById('root')!;
const code = viewCodeOf(location.hash);
if (code === undefined) start();
else void openThenStart(code);

/** Staff come to see as a member: the page is loaded anew with their view, or goes on as what it was. */
async function openThenStart(viewCode: string): Promise<void> {
  const bare = location.pathname + location.search;
  try {
    await (await import('./session/open-view.ts')).openView(viewCode);
    location.replace(bare);
  } catch (error) {
    // The code leaves the address in any case.
    history.replaceState(null, '', bare);
    start();
    const { title, kind } = viewMessages.notOpened;
    toast({ title, kind, text: messageOf(error, '') });
  }
}

function start(): void {
  const asked = location.href;
  const router = createBrowserRouter(routes);
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
