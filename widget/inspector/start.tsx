import { createRoot } from 'react-dom/client';
import { addHost, all, create } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import css from './inspector.css?inline';
import { createInspector } from './state.ts';
import { Panel } from './panel.tsx';
import { drawXRay } from './x-ray.ts';

/** The Inspector: for the builder of a site in test mode. The install script fetches it for no other site. */

/**
 * Looks at the page and shows the badge.
 *
 * @param say reads an attribute of the script tag: `sidebar="left"` opens at once
 */
export async function startInspector(page: Page, say: (name: 'sidebar' | 'domain') => string | null): Promise<void> {
  const app = await page.getApp();
  // Only the service says that a site is in test mode.
  if (app.mode !== 'sandbox' || hidesDocument()) return;
  const asked = say('sidebar');
  const inspector = createInspector(page, app, {
    begin: asked === 'left' || asked === 'right' ? asked : undefined,
    documentation: serviceOf(say('domain')),
  });
  // Beside the body: no rule of the page about what stands in it, and no change of it, is about us.
  const root = addHost('intake-inspector', css, all(document, ':root')[0]);
  drawXRay(inspector, root);
  const place = create('div');
  root.append(place);
  createRoot(place).render(<Panel inspector={inspector} />);
}

/** The service that the page names; without one it is where the script comes from. */
function serviceOf(domain: string | null): string {
  const address = domain && (domain.includes('://') ? domain : `https://${domain}`);
  return address && URL.canParse(address) ? address : import.meta.url;
}

/** Whether a picture or a form of the page has the name of something that React asks the document for. */
const hidesDocument = () =>
  typeof document.createElement !== 'function' ||
  typeof document.addEventListener !== 'function' ||
  document.defaultView !== window;
