import type { MembershipOptions } from '../../client/membership.ts';
import type { InstallAttribute } from '../../shared/attributes.ts';
import { all, create, fits, readPlain, scriptRunning } from './dom.ts';

/** What the script tag says. Pages made for another script keep their attributes; ours stand first. */

const installed = '[data-ms-app],[data-memberstack-app]';

export interface Install extends MembershipOptions {
  /** What the tag has to say, or no site can be asked, and does not say. */
  lacks: InstallAttribute[];
  /** Where the rest of the widget lies, beside the script. */
  base: string;
  /** The page carries the attributes of an existing client, and its scripts may expect that client's global. */
  isExisting: boolean;
  /** The author says that this whole page is gated: it is out of sight until the settings say for whom. */
  isGated: boolean;
  /** What else the tag says, for parts that come later. */
  say: (name: InstallAttribute) => string | null;
}

/** @returns with `lacks` where the tag does not say which site the page belongs to */
export function readInstall(): Install {
  // A module does not know its own tag, nor does a script that another one fetched.
  const scripts = [scriptRunning(), ...all(document, 'script')].filter(
    (each) => each && readPlain(each, 'src')?.includes('/widget/'),
  ) as Element[];
  const script = scripts.find((each) => fits(each, installed)) ?? scripts[0] ?? create('script');
  const say = (name: InstallAttribute) =>
    readPlain(script, `data-ms-${name}`) ?? readPlain(script, `data-memberstack-${name}`);
  const base = new URL('.', new URL(readPlain(script, 'src') ?? '', location.href)).href;
  const domain = originOf(say('domain')) ?? new URL(base).origin;
  const { useCookies } = (window as { memberstackConfig?: { useCookies?: boolean } }).memberstackConfig ?? {};
  return {
    lacks: (['app', 'public-key'] as const).filter((name) => !say(name)),
    publicKey: say('public-key')!,
    appId: say('app')!,
    domain,
    base,
    isExisting: readPlain(script, 'data-memberstack-app') !== null,
    isGated: say('gated') !== null,
    say,
    useCookies: useCookies === true || say('use-cookies') !== null,
  };
}

function originOf(text: string | null): string | undefined {
  if (!text) return undefined;
  const address = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
