import type { Member } from '../contract/members.ts';
import { isSeenAs, localStore } from './storage.ts';

/** What this browser keeps of a session on a site's page: the token, and enough of the member for a first rendering. */

/** The names are the protocol's, so that a page may change from one client to another while people are logged in. */
const tokenKey = '_ms-mid';
const memberKey = '_ms-mem';

export interface SessionOptions {
  /** Keeps the token in a cookie of the page's own origin instead of its storage. */
  useCookies?: boolean;
}

/** What a first rendering without flicker needs: id, first name and plans. No address and no other field. */
export type RememberedMember = Pick<Member, 'id' | 'verified'> & {
  customFields: Record<string, string>;
  planConnections: Pick<Member['planConnections'][number], 'planId' | 'active' | 'status' | 'type'>[];
};

export interface Session {
  token(): string | null;
  /** @param expires milliseconds since the epoch */
  start(token: string, expires: number): void;
  /** Forgets the token. */
  end(): void;
  remember(member: Member | null): void;
  remembered(): RememberedMember | null;
  /** Calls back when another tab signed in or out, and when the page is restored from the back/forward cache. */
  watch(onChange: () => void): void;
}

export function createSession({ useCookies = false }: SessionOptions = {}): Session {
  const store = useCookies && !isSeenAs() ? cookieStore : storageStore;
  /** The token of the last look. A read between two looks leaves it alone: the change would go untold. */
  let seen = store.read();
  return {
    token: store.read,
    start(next, expires) {
      store.write(next, expires);
      seen = next;
    },
    end() {
      store.remove();
      seen = null;
    },
    remember(member) {
      if (member) localStore.write(memberKey, JSON.stringify(excerptOf(member)));
      else localStore.remove(memberKey);
    },
    remembered: () => (store.read() === null ? null : readMember()),
    watch(onChange) {
      const look = () => {
        const before = seen;
        seen = store.read();
        if (seen !== before) onChange();
      };
      // Optional call: rendering on a server has no `addEventListener`.
      for (const event of ['storage', 'focus']) globalThis.addEventListener?.(event, look);
      // A page restored from the back/forward cache is stale beyond its session: the member may have changed.
      globalThis.addEventListener?.('pageshow', ({ persisted }) => (persisted ? onChange() : look()));
    },
  };
}

/** null for a value of another shape, which another client may have written under this name. */
function readMember(): RememberedMember | null {
  const member = localStore.readJson<RememberedMember>(memberKey);
  return Array.isArray(member?.planConnections) && member.customFields ? member : null;
}

function excerptOf({ id, verified, customFields, planConnections }: Member): RememberedMember {
  const name = customFields['first-name'];
  return {
    id,
    verified,
    customFields: name === undefined ? {} : { 'first-name': name },
    planConnections: planConnections.map(({ planId, active, status, type }) => ({ planId, active, status, type })),
  };
}

const storageStore = {
  read: () => localStore.read(tokenKey),
  write: (token: string, _expires: number) => localStore.write(tokenKey, token),
  remove: () => localStore.remove(tokenKey),
};

const cookieStore = {
  read: (): string | null =>
    document.cookie
      .split('; ')
      .find((each) => each.startsWith(`${tokenKey}=`))
      ?.slice(tokenKey.length + 1) ?? null,
  write: (value: string, expires: number): void => setCookie(value, Math.ceil((expires - Date.now()) / 1_000)),
  remove: (): void => setCookie('', 0),
};

function setCookie(value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- The cookie store answers late, and not in every browser.
  document.cookie = `${tokenKey}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${secure}`;
}
