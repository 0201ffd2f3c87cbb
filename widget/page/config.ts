import type { MembershipOptions } from '../../client/membership.ts';
import type { InstallAttribute } from '../../contract/attributes.ts';
import { all, fits, readPlain, scriptRunning } from './dom.ts';

/** What the script tag says. Pages made for another script keep their attributes; ours stand first. */

const installed = 'script[data-ms-app],script[data-memberstack-app]';

export interface Install extends MembershipOptions {
  /** Where the rest of the widget lies, beside the script. */
  base: string;
  /** The page carries the attributes of an existing client, and its scripts may expect that client's global. */
  isExisting: boolean;
  /** The author says that this whole page is gated: it is out of sight until the settings say for whom. */
  isGated: boolean;
  /** What else the tag says, for parts that come later. */
  say: (name: InstallAttribute) => string | null;
}

/** @returns undefined where no script tag of ours has a key */
export function readInstall(): Install | undefined {
  // A module does not know its own tag, nor does a script that another one fetched.
  const script = [scriptRunning(), ...all(document, installed)].find(
    (each) => each && fits(each, installed) && readPlain(each, 'src')?.includes('/widget/'),
  );
  if (!script) return undefined;
  const say = (name: InstallAttribute) =>
    readPlain(script, `data-ms-${name}`) ?? readPlain(script, `data-memberstack-${name}`);
  const publicKey = say('public-key');
  const src = readPlain(script, 'src');
  if (!publicKey || !src) return undefined;
  const base = new URL('.', new URL(src, location.href)).href;
  const domain = originOf(say('domain')) ?? new URL(base).origin;
  const appId = say('app');
  const { useCookies } = (window as { memberstackConfig?: { useCookies?: boolean } }).memberstackConfig ?? {};
  return {
    publicKey,
    domain,
    base,
    isExisting: readPlain(script, 'data-memberstack-app') !== null,
    isGated: say('gated') !== null,
    say,
    useCookies: useCookies === true || say('use-cookies') !== null,
    ...(appId ? { appId } : {}),
  };
}

function originOf(text: string | null): string | undefined {
  if (!text) return undefined;
  const address = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
