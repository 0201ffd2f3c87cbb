import type { Member } from '../../contract/members.ts';
import type { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import { newId } from '../platform/keys.ts';
import { declareSite } from './declare-site.ts';
import { liveSite, type TestMembership } from './membership.ts';
import { readMessage } from './popup-browser.ts';

/** A browser that has been sent to a provider. */
export interface Left {
  url: URL;
  cookie: string;
}

export interface PartnerEnd {
  status: number;
  text: string;
  data: any;
  error: { code: string; message: string };
}

type DeclaredProvider = string | undefined | { issuer: string; clientId?: string; callback?: 'shared' };

const page = 'https://club.example';

/** A site of its own with providers that tests run, and the ways to them and back. */
export class PopupPartner {
  readonly product: TestMembership;
  readonly siteId: string;

  private constructor(product: TestMembership, siteId: string) {
    this.product = product;
    this.siteId = siteId;
  }

  /**
   * Declares the site. Before the first request, since a server keeps for some seconds what it knows of sites.
   *
   * @param providers by their names: an issuer, or what else is to be declared; undefined for one that is known by its name
   */
  static async at(
    product: TestMembership,
    providers: Record<string, DeclaredProvider>,
    settings: Partial<SiteDeclaration> = {},
  ): Promise<PopupPartner> {
    const partner = new PopupPartner(product, newId('app_'));
    await declareSite(
      product.database.db,
      {
        ...liveSite,
        ...settings,
        id: partner.siteId,
        publicKey: partner.publicKey,
        authProviders: Object.entries(providers).map(([provider, declared]) => ({
          provider,
          name: provider,
          icon: null,
          order: null,
          clientId: 'client-of-ours',
          clientSecret: 'secret-of-ours',
          ...(typeof declared === 'string' ? { issuer: declared } : declared),
        })),
      },
      product.services.keys,
    );
    return partner;
  }

  get publicKey(): string {
    return `pk_${this.siteId}`;
  }

  /** Opens the window. @param referer undefined for a page that hides itself */
  async depart(
    kind: 'login' | 'signup' | 'connect',
    provider: string,
    parameters: Record<string, string> = {},
    { referer }: { referer: string | undefined } = { referer: `${page}/` },
  ): Promise<Left & PartnerEnd> {
    const query = new URLSearchParams({ provider, publicKey: this.publicKey, ...parameters });
    const answer = await this.product.call('GET', `/auth-provider/${kind}?${query}`, {
      headers: { 'x-api-key': undefined, referer },
    });
    const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]!;
    return { ...endOf(answer), url: new URL(String(answer.headers['location'] ?? 'about:blank')), cookie };
  }

  /** Is, at the provider, whoever it vouches for. @returns the address it leads back to */
  async passThrough({ url }: Left, changes: Record<string, string> = {}): Promise<URL> {
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location')!);
    for (const [name, value] of Object.entries(changes)) back.searchParams.set(name, value);
    return back;
  }

  async finish({ cookie }: Left, callback: URL): Promise<PartnerEnd> {
    const answer = await this.product.call('GET', callback.pathname + callback.search, {
      headers: { 'x-api-key': undefined, cookie },
    });
    return endOf(answer);
  }

  /** All of it. @param changes to what the provider leads back with */
  async enter(kind: 'login' | 'signup', provider: string, changes: Record<string, string> = {}): Promise<PartnerEnd> {
    const left = await this.depart(kind, provider, { allowSignup: 'true' });
    return left.url.protocol === 'about:' ? left : this.finish(left, await this.passThrough(left, changes));
  }

  async findMember(email: string): Promise<Pick<Member, 'id'> | undefined> {
    const { rows } = await this.product.database.pool.query('select id from member where site_id = $1 and email = $2', [
      this.siteId,
      email,
    ]);
    return rows[0];
  }
}

function endOf(answer: { status: number; text: string }): PartnerEnd {
  const message = readMessage(answer)?.message as Partial<Record<'data' | 'error', never>> | undefined;
  return { status: answer.status, text: answer.text, data: message?.data, error: message?.error as never };
}
