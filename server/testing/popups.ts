import { createPopupBrowser, readMessage, type PageSeen, type PopupBrowser } from './popup-browser.ts';
import { randomAddress, startTestProduct, type TestProduct } from './product.ts';

/** A page of the demonstration site; a site in test mode takes any on this machine. */
export const openingPage = 'http://localhost:5173';

export interface PopupOptions {
  browser?: PopupBrowser;
  /** The page that opens the window; none where null. */
  opener?: string | null;
}

/** How a window ended. */
export interface Ended {
  page: PageSeen;
  /** Whom it told. */
  origin: string | undefined;
  data: any;
  error: { code: string; message: string; [extra: string]: unknown };
}

export interface PopupProduct extends TestProduct {
  /** Where windows are opened, and where providers lead back to. */
  appUrl: string;
  address(kind: 'login' | 'signup' | 'connect', parameters?: Record<string, string>): string;
  /** Opens a window and, at the local provider, is somebody. */
  enter(
    kind: 'login' | 'signup' | 'connect',
    who: Record<string, string>,
    parameters?: Record<string, string>,
    options?: PopupOptions,
  ): Promise<Ended>;
  /** A member with a password. */
  buildMember(email: string, options?: { proved?: boolean }): Promise<{ id: string; token: string; password: string }>;
}

const password = 'slow-river-lantern-42';
const demo = { 'x-api-key': 'pk_sb_demo' };

/** The whole product, with windows opened at it as pages of the demonstration site do. */
export async function startPopupProduct(): Promise<PopupProduct> {
  const product = await startTestProduct();
  const appUrl = `http://localhost:${new URL(product.url).port}`;
  const address: PopupProduct['address'] = (kind, parameters = {}) =>
    `${appUrl}/auth-provider/${kind}?${new URLSearchParams({
      provider: 'local',
      appId: 'app_demo',
      publicKey: 'pk_sb_demo',
      origin: 'localhost',
      ...parameters,
    })}`;
  return {
    ...product,
    call: (method, path, { headers = {}, ...options } = {}) =>
      product.call(method, path, { ...options, headers: { ...demo, 'x-forwarded-for': randomAddress(), ...headers } }),
    appUrl,
    address,
    async enter(kind, who, parameters, { browser = createPopupBrowser(), opener = openingPage } = {}) {
      const asked = await browser.open(address(kind, parameters), opener === null ? {} : { opener });
      const isAsked = asked.url.pathname.startsWith('/dev/oidc/interaction/');
      if (!isAsked) return endOf(asked);
      const page = await browser.submit(asked, who);
      return endOf({ ...page, way: [...asked.way, ...page.way] });
    },
    async buildMember(email, { proved = true } = {}) {
      const headers = { ...demo, 'x-forwarded-for': randomAddress() };
      const { body } = await product.call('POST', '/auth/signup', { body: { email, password }, headers });
      const { member, tokens } = body.data;
      if (proved) await product.database.pool.query('update member set verified = true where id = $1', [member.id]);
      return { id: member.id, token: tokens.accessToken, password };
    },
  };
}

/** How a window ended, from its last page. */
export function endOf(page: PageSeen): Ended {
  const told = readMessage(page);
  const message = told?.message as Partial<Record<'data' | 'error', never>> | undefined;
  return { page, origin: told?.origin, data: message?.data, error: message?.error as never };
}
