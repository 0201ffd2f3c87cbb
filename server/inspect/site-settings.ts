import * as z from 'zod/mini';
import { App } from '../../contract/site.ts';
import type { ErrorAnswer } from '../../contract/errors.ts';
import type { SiteFacts } from '../../inspection/finding.ts';
import { isPlaceholder } from '../../inspection/placeholder.ts';
import { isInstall } from '../../inspection/rules/install.ts';
import { isSecret } from '../../inspection/sent-page.ts';
import { CannotInspect } from './cannot-inspect.ts';
import { explain, readBytes } from './fetch-page.ts';
import { parsedTree, type ParsedElement } from './parsed-page.ts';

/** The settings that pages are compared with, and their source. */
export type Settings =
  | { facts: SiteFacts; site: string; from: string }
  /** Without settings, with the reason as a clause. */
  | { facts: undefined; because: string; failed?: ServiceFault };

/** A service was asked, and did not tell the settings. */
interface ServiceFault {
  origin: string;
  /** It knows no site of this id and key; else it answered with something else, or not at all. */
  isUnknownSite: boolean;
}

/** A site of a service, as a page's install script names it. */
export interface InstalledSite {
  publicKey: string;
  appId: string;
  origin: string;
}

/** What a page's install script says. */
export interface Installed {
  /** The service's origin, undefined where the tag does not say it. */
  origin: string | undefined;
  /** A clause with the reason if the tag names no service or site. */
  site: InstalledSite | string;
}

/**
 * Reads the script tag in the same way as the widget.
 *
 * @param address of the page; a file has none
 */
export function readInstalled(root: ParsedElement, address: URL | undefined): Installed {
  const { read } = parsedTree;
  const scripts = [...parsedTree.within(root)].filter((each) => isInstall(parsedTree, each));
  const script = scripts.find((each) => read(each, 'src')?.includes('/widget/'));
  if (!script)
    return {
      origin: undefined,
      site: scripts.length === 0 ? 'the page has no install script' : 'the install script is another service’s',
    };
  const say = (attribute: string) =>
    read(script, `data-ms-${attribute}`) ?? read(script, `data-memberstack-${attribute}`);
  const origin = originOf(say('domain')) ?? originOfScript(read(script, 'src')!, address);
  return { origin, site: readSite(say('public-key'), say('app'), origin) };
}

function readSite(publicKey: string | null, appId: string | null, origin: string | undefined): InstalledSite | string {
  if (!publicKey) return 'the install script has no public key';
  if (isSecret(publicKey)) return 'the install script has a secret key in place of the public one';
  if (!appId) return 'the install script has no app id';
  if ([publicKey, appId].some(isPlaceholder)) return 'a template language fills in the install script';
  return origin === undefined
    ? 'the install script does not say on which origin the service is, and a file has none'
    : { publicKey, appId, origin };
}

function originOf(text: string | null): string | undefined {
  if (!text) return undefined;
  const address = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(address) ? httpOrigin(new URL(address)) : undefined;
}

function originOfScript(src: string, address: URL | undefined): string | undefined {
  return URL.canParse(src, address) ? httpOrigin(new URL(src, address)) : undefined;
}

const httpOrigin = ({ protocol, origin }: URL) => (/^https?:$/.test(protocol) ? origin : undefined);

const SettingsAnswer = z.object({
  data: z.pick(App, {
    id: true,
    plans: true,
    customFields: true,
    contentGroups: true,
    authProviders: true,
    inspectorIgnores: true,
  }),
});

/** Whether a text is valid as a header value; `fetch` throws an unhelpful error for others. */
const isHeader = (text: string) => /^[\x21-\x7e]{1,200}$/.test(text);

/** Fetches a site's settings, cached per site. */
export function createSettings({ timeoutMs }: { timeoutMs: number }): (site: InstalledSite) => Promise<Settings> {
  const asked = new Map<string, Promise<Settings>>();
  return (site) => {
    const key = JSON.stringify(site);
    const settings = asked.get(key) ?? askFor(site, timeoutMs);
    asked.set(key, settings);
    return settings;
  };
}

async function askFor({ publicKey, appId, origin }: InstalledSite, timeoutMs: number): Promise<Settings> {
  const not = (because: string, isUnknownSite = false): Settings => ({
    facts: undefined,
    because,
    failed: { origin, isUnknownSite },
  });
  if (![publicKey, appId].every(isHeader)) return not('the install script has a key that can be none', true);
  try {
    const answer = await fetch(`${origin}/app`, {
      headers: { 'X-API-Key': publicKey, 'X-App-ID': appId, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = JSON.parse(new TextDecoder().decode(await readBytes(answer)));
    if (!answer.ok) {
      const { code, message = `${answer.status}` } = (body as Partial<ErrorAnswer> | null)?.error ?? {};
      // The clause ends a sentence of the report.
      return not(`${origin} refuses to tell: ${message.replace(/\.$/, '')}`, code === 'app-not-found');
    }
    const read = z.safeParse(SettingsAnswer, body);
    if (!read.success) return not(`${origin} answers with something else than settings`);
    const { id, ...facts } = read.data.data;
    return { facts, site: id, from: origin };
  } catch (error) {
    const isNoAnswer = error instanceof SyntaxError || error instanceof CannotInspect;
    return not(
      isNoAnswer ? `${origin} answers with something else than settings` : `of ${origin} ${explain(error, timeoutMs)}`,
    );
  }
}
