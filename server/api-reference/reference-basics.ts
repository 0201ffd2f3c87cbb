import { callsPerServer } from '../../contract/call.ts';
import { limits } from '../../contract/limits.ts';
import { prose, text } from './reference-markup.ts';

/** What holds for every call, in the words developers search for; the ids of these sections are linked from outside. */
const basics: readonly { id: string; title: string; paragraphs: readonly string[] }[] = [
  {
    id: 'keys',
    title: 'Site and API keys',
    paragraphs: [
      'The header `X-API-Key` names the site. Pages send the public key, `pk_…`, which is no secret. Calls under `/admin` need a secret key, `sk_…`, which belongs on your own server only.',
      'Browsers are answered on the site’s own origins (`origins` in its settings); a site in test mode (`sandbox`) also takes pages of the visitor’s own machine. Calls under `/admin` refuse every request that comes from a page.',
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    paragraphs: [
      'Sign-up and log-in answer with an access token in `data.tokens.accessToken`. Send it with every call of a member: `Authorization: Bearer …`. The token is opaque: there is nothing in it to decode, so ask `GET /member` who it belongs to.',
      `A session ends ${limits.sessionDays} days after log-in, ${limits.sessionIdleDays} days after its last use, or when the member logs out. A member has at most ${limits.sessionsPerMember} sessions; the next log-in ends the oldest.`,
      `Calls that change a way into the account need a log-in of the last ${limits.recentProofMinutes} minutes and are refused with \`recent-login-required\` otherwise. \`POST /member/prove\` renews it and answers with a new token: store it, as the old one stops working at once.`,
    ],
  },
  {
    id: 'responses',
    title: 'Responses',
    paragraphs: [
      'A success has status 200 and the JSON body `{"data": …}`. Some answers add a sentence for the member in `_internalUseOnly.message`. Two calls answer with the plain text `OK`: those that add and remove a member’s plan under `/admin`.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    paragraphs: [
      'Every other status comes with `{"error": {"code": …, "message": …}}`. Decide by the `code`, which never changes; the `message` is a sentence for people. Some errors have further fields, such as the `field` that is wrong.',
      'Pages can read every error but two, of requests that are answered before they are looked at: status 431 for headers of more than 16 KB, the address included, and status 408 for a request that arrives too slowly.',
    ],
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    paragraphs: [
      'A call that is over its limit gets status 429, the code `too-many-requests` and the header `Retry-After` with the seconds to wait. Each call below lists its limits. “Network” means one IPv4 address or one IPv6 /64.',
      `Calls under \`/admin\` share ${callsPerServer.points} requests a second for each network. Mails have limits of their own: one address gets one mail in 30 seconds, five in an hour and ten in a day, over all sites. An answer with \`mailAfterSeconds\` says that the mail waits so long. Test mode has the same limits.`,
    ],
  },
  {
    id: 'pagination',
    title: 'Pagination',
    paragraphs: [
      '`GET /admin/members` answers with `totalCount`, `hasNextPage` and `endCursor` beside `data`. Ask for the next page with `?after=` and that cursor; `limit` is 50 unless given, at most 100.',
      'Webhook deliveries go backwards: `?before=` and the id of the last one on the page. Posts and replies go by `?after=` and the `internalOrder` of the last one. What is written meanwhile neither repeats nor hides an entry.',
    ],
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    paragraphs: [
      'There is no `Idempotency-Key` header. These calls may be repeated without a second effect: every `GET`, `PUT /admin/app`, `POST /admin/members/:member/add-plan`, `POST /member/logout`, and `POST /member/plans/create-checkout-session`, which answers with the same checkout page for a quarter of an hour.',
      'Others tell you that the first attempt succeeded: a second sign-up answers `email-already-in-use`, a second deletion `member-not-found`. To keep two people from overwriting each other’s settings, send the `ETag` of `GET /admin/app` as `If-Match`. Webhooks may arrive twice: the header `svix-id` stays the same.',
    ],
  },
  {
    id: 'compatibility',
    title: 'Compatibility',
    paragraphs: [
      'The protocol is the one of `@memberstack/dom`. Point that client here by its `domain`: the origin above, without a slash or a path.',
      'New fields may appear in any answer: ignore those you do not know.',
    ],
  },
];

/** Entries of the menu. */
export const basicsMenu = basics.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('\n');

/** The sections before the first call. */
export const basicsSections = (origin: string): string => `<p>All addresses are below <code>${text(origin)}</code>. The
machine-readable description, to generate a client from or to load into a tool, is
<a href="/docs/api/openapi.json">openapi.json</a> (OpenAPI 3.1). A site’s id and keys come from its <a href="/docs/sites">settings</a>.</p>
${basics.map(({ id, title, paragraphs }) => `<section id="${id}"><h2>${title}</h2>\n${paragraphs.map((each) => `<p>${prose(each)}</p>`).join('\n')}${linkOf(id)}</section>`).join('\n')}`;

/** What has a link in it, by section. */
const links: Record<string, string> = {
  errors: '<a href="#refusals">All error codes</a>, with their status and the calls they come from.',
  compatibility:
    'What differs from that service is listed under <a href="/docs/migrate#what-is-different">Moving here</a>.',
};

const linkOf = (id: string) => (links[id] ? `\n<p>${links[id]}</p>` : '');
