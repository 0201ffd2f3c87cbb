import * as z from 'zod/mini';
import { App } from '../../contract/site.ts';
import type { ErrorAnswer } from '../../contract/errors.ts';
import type { SiteFacts } from '../../inspection/finding.ts';
import { CannotInspect } from './cannot-inspect.ts';
import { explain, readBytes } from './fetch-page.ts';
import { parsedTree, type ParsedElement } from './parsed-page.ts';

/** What pages are compared with, and where it is from. */
export type Settings =
  | { facts: SiteFacts; site: string; from: string }
  /** Nothing is compared, and why, as a clause. */
  | { facts: undefined; because: string };

/** Which service a page's install script names. */
export interface Installed {
  publicKey: string;
  appId: string;
  origin: string;
}

const installMarks = ['data-ms-app', 'data-memberstack-app', 'data-ms-public-key', 'data-memberstack-public-key'];

/**
 * Reads the tag as the widget does.
 *
 * @param address of the page; a file has none
 * @returns a clause that says why nobody can be asked, where the tag names nobody
 */
export function readInstalled(root: ParsedElement, address: URL | undefined): Installed | string {
  const { name, read } = parsedTree;
  const marked = [...parsedTree.within(root)].filter(
    (each) => name(each) === 'script' && installMarks.some((mark) => read(each, mark) !== null),
  );
  if (marked.length === 0) return 'the page has no install script';
  const script = marked.find((each) => read(each, 'src')?.includes('/widget/'));
  if (!script) return 'the install script is another service’s';
  const say = (attribute: string) =>
    read(script, `data-ms-${attribute}`) ?? read(script, `data-memberstack-${attribute}`);
  const publicKey = say('public-key');
  const appId = say('app');
  if (!publicKey) return 'the install script has no public key';
  if (!appId) return 'the install script has no app id';
  const origin = originOf(say('domain')) ?? originOfScript(read(script, 'src')!, address);
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

const SettingsAnswer = z.object({ data: z.pick(App, { id: true, plans: true, customFields: true }) });

/** Header values no server would take would end the call with an error about bytes. */
const isHeader = (text: string) => /^[\x21-\x7e]{1,200}$/.test(text);

/** Asks the service once for each site. */
export function createSettings({ timeoutMs }: { timeoutMs: number }): (installed: Installed) => Promise<Settings> {
  const asked = new Map<string, Promise<Settings>>();
  return (installed) => {
    const key = JSON.stringify(installed);
    const settings = asked.get(key) ?? askFor(installed, timeoutMs);
    asked.set(key, settings);
    return settings;
  };
}

async function askFor({ publicKey, appId, origin }: Installed, timeoutMs: number): Promise<Settings> {
  const not = (because: string): Settings => ({ facts: undefined, because });
  if (![publicKey, appId].every(isHeader)) return not('the install script has a key that can be none');
  try {
    const answer = await fetch(`${origin}/app`, {
      headers: { 'X-API-Key': publicKey, 'X-App-ID': appId, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = JSON.parse(new TextDecoder().decode(await readBytes(answer)));
    if (!answer.ok) return not(`${origin} refuses to tell: ${refusalIn(body) ?? answer.status}`);
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

const refusalIn = (body: unknown) => (body as Partial<ErrorAnswer> | null)?.error?.message;
