import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/html.ts';
import { frontDoorStyle } from './front-door-style.ts';

/** Where the pictures lie, which `npm run record-front-door` takes. */
export const picturePrefix = '/front-door/';

/** No script runs. The one inline style is known by its hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(frontDoorStyle).digest('base64')}'`,
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What goes with the front door and the 404 page of no partner. */
export const ownPageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-cache',
  'content-type': 'text/html; charset=utf-8',
};

export interface Account {
  email: string;
  password: string;
  /** What makes this one worth trying: "has just registered". */
  about: string;
}

/** What the front door leads to, each at the address this service has. */
export interface FrontDoor {
  /** Accounts of the portal, which one press logs in to. */
  students: Account[];
  /** Accounts of the demonstration site, which is on an origin of its own and asks for the password. */
  siteMembers: Account[];
  /** Paths and names of the portals. */
  portals: { path: string; name: string }[];
  /** Where the demonstration site answers. */
  siteUrl: string;
  /** What else runs, with its path where it has pages. */
  running: { name: string; path?: string; about: string }[];
}

/** The first page of the product, where it runs for trying it out. No script, and nothing from elsewhere. */
export const frontDoorPage = ({ students, siteMembers, portals, siteUrl, running }: FrontDoor): string =>
  page(
    'Intake',
    `<main id="main">
<div class="in">
<div class="opening">
<h1>From “tell me more” to a paid seat.</h1>
<p class="lead">Intake is a membership service for any number of sites, a widget that brings log-in, plans and gated pages to each with one script tag, and an enrolment portal for partner universities. All three run here, with people to try them as. No mail leaves this machine, and no real card is charged.</p>
</div>
<label class="still"><input type="checkbox"> Stop the pictures</label>
<section class="row">
<div>
<h2>Enrol as a student</h2>
<p>Check eligibility, choose a course and a cohort, pay with <code>4242 4242 4242 4242</code>. The seat is held while you do.</p>
<ul class="doors">
${students.map(doorOf).join('\n')}
</ul>
<p class="small">Or arrive as a visitor: ${portals.map(({ path, name }) => `<a href="${path}">${escapeHtml(name)}</a>`).join(', ')}.</p>
</div>
${film('A student chooses a course and a cohort, sees what is due today, and is enrolled', ['portal-course', 'portal-cohort', 'portal-payment', 'portal-enrolled'])}
</section>
<section class="row">
<div>
<h2>Join somebody else’s site</h2>
<p>A workshop’s pages, with the widget in them. Log in, buy a plan, open what is for members.</p>
<ul class="doors"><li><a class="door" href="${siteUrl}/">Open the demonstration site</a></li></ul>
<ul class="accounts">
${siteMembers.slice(0, 1).map(accountOf).join('\n')}
</ul>
${siteMembers.length > 1 ? `<details><summary>More people to log in as</summary><ul class="accounts">${siteMembers.slice(1).map(accountOf).join('\n')}</ul></details>` : ''}
</div>
${film('A visitor of the demonstration site logs in by the widget’s dialog and is greeted as a member', ['widget-visitor', 'widget-dialog', 'widget-member'])}
</section>
<section class="row">
<div>
<h2>Ask the Inspector</h2>
<p>On a site in test mode it says what each attribute of the page does, what is wrong, where, and how to mend it. Press <b>Test Mode</b> at the foot of the page.</p>
<ul class="doors"><li><a class="door" href="${siteUrl}/attributes">Open a page full of attributes</a></li></ul>
<p class="small">Without a browser: <code>npm run intake -- inspect public/</code></p>
</div>
${film('The Inspector beside a page of the demonstration site', ['inspector'])}
</section>
</div>
<div class="ground">
<div class="in">
<section>
<h2>Build with it</h2>
<dl>
<div><dt><a href="/docs/install">Install the widget</a></dt><dd>One script tag, and where its id and key come from</dd></div>
<div><dt><a href="/docs/attributes">Attributes</a></dt><dd>Each with an example at work</dd></div>
<div><dt><a href="/docs/api">API reference</a></dt><dd>Every call, its refusals and limits</dd></div>
<div><dt><a href="/docs/migrate">Move here</a></dt><dd>Point an existing <code>@memberstack/dom</code> at this service</dd></div>
</dl>
</section>
<section>
<h2>What runs here</h2>
<dl>
${running.map(({ name, path, about }) => `<div><dt>${path ? `<a href="${path}">${escapeHtml(name)}</a>` : escapeHtml(name)}</dt><dd>${escapeHtml(about)}</dd></div>`).join('\n')}
</dl>
</section>
</div>
</div>
</main>`,
  );

/**
 * The 404 page of addresses that belong to no partner, so it names none.
 *
 * @param home the path "Return to Home" leads to
 */
export const nowherePage = (home: string): string =>
  page(
    'Page Not Found',
    `<main id="main" class="in lost">
<p class="code">404</p>
<h1>Oops! Page not found</h1>
<p class="lead">There is nothing at this address. It may be mistyped, or the page has moved. Nothing you saved is affected.</p>
<a class="door" href="${home}">Return to Home</a>
</main>`,
    { links: false },
  );

const page = (title: string, content: string, { links = true } = {}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A membership service, a widget for other people’s pages and an enrolment portal, in one process.">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${frontDoorStyle}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<div class="in">
<p class="brand">Intake</p>
${links ? '<nav aria-label="Documentation"><ul><li><a href="/docs">Docs</a></li><li><a href="/docs/api">API reference</a></li></ul></nav>' : ''}
</div>
</header>
${content}
</body>
</html>`;

/** One press logs in. The account is called by the part of its address before the @, which says what it is for. */
const doorOf = ({ email, about }: Account, at: number): string => `<li><form method="post" action="/dev/sign-in">
<input type="hidden" name="email" value="${escapeHtml(email)}">
<button class="door${at > 0 ? ' second' : ''}">Log in as ${escapeHtml(email.split('@')[0]!)}</button> <small>${escapeHtml(about)}</small>
</form></li>`;

const accountOf = ({ email, password, about }: Account): string =>
  `<li><code>${escapeHtml(email)}</code> <code>${escapeHtml(password)}</code><span>${escapeHtml(about)}</span></li>`;

/** Pictures that take turns. The first says it all to who sees only one; its words stand for all of them. */
const film = (about: string, names: string[]): string => `<figure>
<div class="film of-${names.length}" role="img" aria-label="${escapeHtml(about)}">
${names.map((name) => `<img src="${picturePrefix}${name}.webp" alt="" width="1200" height="750">`).join('\n')}
</div>
</figure>`;
