import type { PageCheck } from '../../../../contract/console/site-schemas.ts';
import { CannotInspect } from '../../../inspect/cannot-inspect.ts';
import { inspectPage } from '../../../inspect/inspect-page.ts';
import { readPageText } from '../../../inspect/page-text.ts';
import { parsePage, type ParsedElement } from '../../../inspect/parsed-page.ts';
import { readInstalled } from '../../../inspect/site-settings.ts';
import { OutboundRefused } from '../../../platform/outbound.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import { acceptsOrigin, type Site } from '../../sites/site.ts';

const mostRedirects = 5;
const mostFindings = 50;

type CheckServices = Pick<Services, 'outbound' | 'appUrl'>;

/**
 * Looks at a page as the Inspector on the command line does: whether it has the site's install script, and what is wrong
 * with its attributes.
 *
 * @throws Refusal invalid-request for a text that is no address of the web
 */
export async function checkPage(services: CheckServices, site: Site, address: string): Promise<PageCheck> {
  const url = readAddress(address);
  const page = await fetchPage(services, url);
  const at = page.url;
  const isOriginAllowed = acceptsOrigin(site, at.origin, services.appUrl);
  const shown = { url: at.href, isOriginAllowed };
  if ('failed' in page) return { ...shown, failed: page.failed, isInstalled: false, because: null, findings: [] };
  const because = faultOf(page.root, at, { site, appUrl: services.appUrl });
  return {
    ...shown,
    failed: null,
    isInstalled: because === null,
    because,
    findings: findingsIn(page.root, { site, at, appUrl: services.appUrl }),
  };
}

function readAddress(text: string): URL {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new Refusal('invalid-request', {
      message: 'Write the address of a page: https://www.example.org/',
      extras: { field: 'url' },
    });
  return url;
}

type Fetched = { url: URL; root: ParsedElement } | { url: URL; failed: string };

async function fetchPage({ outbound }: CheckServices, address: URL): Promise<Fetched> {
  let url = address;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      // Each address is judged anew: a redirect may lead to one that is not public (SSRF).
      const answer = await outbound.fetch(url, {
        to: 'page-check',
        toOwnMachine: true,
        headers: { accept: 'text/html', 'user-agent': 'intake-inspect/1' },
      });
      const location = answer.headers.get('location');
      if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location, url)) {
        url = new URL(location, url);
        continue;
      }
      if (!answer.ok) return { url, failed: `the server answered with ${answer.status}` };
      const contentType = answer.headers.get('content-type') ?? '';
      if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType))
        return { url, failed: 'what is there is no HTML' };
      return { url, root: parsePage(readPageText(new Uint8Array(await answer.arrayBuffer()), contentType)) };
    }
    return { url, failed: `it leads on and on, more than ${mostRedirects} times` };
  } catch (error) {
    if (error instanceof CannotInspect || error instanceof OutboundRefused) return { url, failed: error.message };
    // One sentence for every way a connection fails: what is behind a name is not told (enumeration).
    return { url, failed: 'nobody answered there within five seconds' };
  }
}

/** Why a page does not have the install script of a site, as a clause; null where it has. */
function faultOf(root: ParsedElement, url: URL, { site, appUrl }: { site: Site; appUrl: string }): string | null {
  const installed = readInstalled(root, url).site;
  if (typeof installed === 'string') return installed;
  if (installed.appId !== site.id) return `its install script names another site, ${installed.appId.slice(0, 80)}`;
  if (installed.publicKey !== site.publicKey) return 'its install script has another public key';
  return installed.origin === appUrl ? null : `its install script belongs to another service, ${installed.origin}`;
}

function findingsIn(root: ParsedElement, { site, at, appUrl }: { site: Site; at: URL; appUrl: string }) {
  const { plans, fields, contentGroups, authProviders, inspectorIgnores } = site;
  const facts = { plans, customFields: fields, contentGroups, authProviders, inspectorIgnores };
  const settings = { facts, site: site.id, from: appUrl };
  return inspectPage(root, { settings, address: at.href, documentation: appUrl, hasTemplateCode: false })
    .slice(0, mostFindings)
    .map(({ id, type, title, message, line, documentation }) => ({ id, type, title, message, line, documentation }));
}
