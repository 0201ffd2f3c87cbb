import * as z from 'zod/mini';
import { isOwnMachine } from '../../platform/http/own-machine.ts';
import { canBeOnInternet } from '../../platform/internet-address.ts';

/** What a site's owner can be told. */
export const siteEventNames = [
  'member.created',
  'member.updated',
  'member.deleted',
  'member.plan.added',
  'member.plan.updated',
  'member.plan.canceled',
  'member.payment.succeeded',
  'member.payment.failed',
  'team.created',
  'team.member.added',
  'team.member.removed',
  'team.deleted',
] as const;
export type SiteEventName = (typeof siteEventNames)[number];

/** A program on this machine is for trying things out; where only the internet may be called, `endpoints.ts` refuses it. */
function isEndpointUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username + password + hash !== '') return false;
  if (isOwnMachine(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && canBeOnInternet(hostname);
}

/** Of one site: a member who signs up or changes something waits while it is noted for each. */
export const mostEndpoints = 10;

/** Where a site's owner wants to be told, as a declaration says it. */
export const EndpointDeclaration = z.strictObject({
  /** The site's own name for it. */
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a webhook is named in lower-case letters')),
  url: z.string().check(
    z.maxLength(2_000),
    z.refine(isEndpointUrl, {
      error: 'a webhook is an https address of the internet, without a name or password in it',
    }),
  ),
  events: z._default(z.union([z.literal('all'), z.array(z.enum(siteEventNames)).check(z.minLength(1))]), 'all'),
  enabled: z._default(z.boolean(), true),
});
export type EndpointDeclaration = z.infer<typeof EndpointDeclaration>;
