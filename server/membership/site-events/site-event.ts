import * as z from 'zod/mini';
import { siteEventNames } from '../../../contract/site-events.ts';
import { isOwnMachine } from '../../platform/http/own-machine.ts';
import { canBeOnInternet } from '../../platform/internet-address.ts';

/** An https address of the internet, or an address of this machine for development, which `endpoints.ts` refuses in production. */
function isEndpointUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username + password + hash !== '') return false;
  if (isOwnMachine(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && canBeOnInternet(hostname);
}

/** Most endpoints of a site: each adds a row to the transaction of every event. */
export const mostEndpoints = 10;

/** An endpoint in a site's declaration. */
export const EndpointDeclaration = z.strictObject({
  /** The site's own name for it. */
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a webhook is named in lower-case letters')),
  url: z.string().check(
    z.maxLength(2_000),
    z.refine(isEndpointUrl, {
      error:
        'a webhook is an https address of the internet, without a name or password in it; outside production http://localhost may stand there too',
    }),
  ),
  events: z._default(z.union([z.literal('all'), z.array(z.enum(siteEventNames)).check(z.minLength(1))]), 'all'),
  enabled: z._default(z.boolean(), true),
});
export type EndpointDeclaration = z.infer<typeof EndpointDeclaration>;
