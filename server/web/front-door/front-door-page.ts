import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/html.ts';
import { ownHeader, typePreload } from '../../platform/own-look.ts';
import { frontDoorStyle } from './front-door-style.ts';

/** Path of the pictures that `npm run record-front-door` takes. */
export const picturePrefix = '/front-door/';

/**
 * Content security policy: no script; the inline style is allowed by its hash. Tools that look at the page read
 * /robots.txt from within it (Lighthouse), hence `connect-src`.
 */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(frontDoorStyle).digest('base64')}'`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of the front door and of the partnerless 404 page. */
export const ownPageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-cache',
  'content-type': 'text/html; charset=utf-8',
};

/** A demonstration account. */
export interface Account {
  email: string;
  password: string;
  /** Its state: "has just registered". */
  about: string;
}

/** The links of the front door, with this service's own addresses. */
export interface FrontDoor {
  /** Accounts of the portal, with log-in by one button. */
  students: Account[];
  /** Accounts of the demonstration site, which is on an origin of its own and asks for the password. */
  siteMembers: Account[];
  /** The partners' portals. */
  portals: { path: string; name: string; about: string }[];
  /** Origin of the demonstration site; undefined if it did not start. */
  siteUrl: string | undefined;
  /** What else runs, with its path where it has pages. */
  running: { name: string; path?: string; about: string }[];
}

/** Renders the front door, which exists outside production only. No script, no external resources. */
export const frontDoorPage = ({ students, siteMembers, portals, siteUrl, running }: FrontDoor): string =>
  page(
    'Intake',
    `<main id="main">
<div class="in">
<div class="opening">
<h1>From “tell me more” to a paid seat.</h1>
<p class="lead">Intake is a membership service for any number of sites, a widget that adds log-in, plans and gated pages to them with one script tag, and an enrolment portal for partner universities. All three run here, with demonstration accounts. No mail leaves this machine, and no real card is charged.</p>
</div>
<label class="still"><input type="checkbox"> Stop the pictures</label>
<section class="row">
<div>
<h2>Enrol as a student</h2>
<p>Check eligibility, choose a course and a cohort, pay with <code>4242 4242 4242 4242</code>. Your seat is held meanwhile.</p>
<ul class="portals">
${portals.map(({ path, name, about }) => `<li><a href="${path}"><b>${escapeHtml(name)}</b> <small>${escapeHtml(about)}</small></a></li>`).join('\n')}
</ul>
<p>Or begin further on, with one press:</p>
<ul class="doors">
${students.map(doorOf).join('\n')}
</ul>
</div>
${film('A student chooses a course and a cohort, sees what is due today, and is enrolled', ['portal-course', 'portal-cohort', 'portal-payment', 'portal-enrolled'])}
</section>
<section class="row">
<div>
<h2>Join a customer’s site</h2>
<p>The pages of a workshop, with the widget in them. Log in, buy a plan, open the pages for members.</p>
${siteDoor(siteUrl, '/', 'Open the demonstration site')}
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
<p>On a site in test mode it shows what each attribute on the page does, what is wrong, where, and how to fix it. Press <b>Test Mode</b> at the foot of the page, or write your own markup in the <a href="/docs/playground">playground</a>.</p>
${siteDoor(siteUrl, '/attributes', 'Open a page full of attributes')}
<p class="small">On the command line: <code>npm run intake -- inspect public/</code></p>
</div>
${film('The Inspector beside a page of the demonstration site', ['inspector'])}
</section>
</div>
<div class="ground">
<div class="in">
<section>
<h2>Build with it</h2>
<dl>
<div><dt><a href="/docs/first-site">Your first site</a></dt><dd>Log-in and a gated page of your own in ten minutes</dd></div>
<div><dt><a href="/docs/playground">Playground</a></dt><dd>Type attributes, see them at work beside it</dd></div>
<div><dt><a href="/docs/install">Install the script</a></dt><dd>One script tag, and where its id and key come from</dd></div>
<div><dt><a href="/docs/attributes">Attributes</a></dt><dd>Each with a live example</dd></div>
<div><dt><a href="/docs/api">API reference</a></dt><dd>Every call, its errors and limits</dd></div>
<div><dt><a href="/docs/migrate">Move here</a></dt><dd>Point an existing <code>@memberstack/dom</code> at this service</dd></div>
</dl>
</section>
<section id="running">
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
 * Renders the 404 page of addresses without a partner; it names none.
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
${typePreload}
<style>${frontDoorStyle}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${links ? ownHeader() : '<header class="top"><div class="top-in"><p class="home">Intake</p></div></header>'}
${content}
</body>
</html>`;

/** A link to a page of the demonstration site, or the reason why there is none. */
const siteDoor = (siteUrl: string | undefined, path: string, label: string): string =>
  siteUrl === undefined
    ? '<p class="small">The demonstration site is not running. The output of the start says why.</p>'
    : `<ul class="doors"><li><a class="door" href="${siteUrl}${path}">${label}</a></li></ul>`;

/** A log-in button. Labelled with the local part of the account's address, which says what it is for. */
const doorOf = ({ email, about }: Account, at: number): string => `<li><form method="post" action="/dev/sign-in">
<input type="hidden" name="email" value="${escapeHtml(email)}">
<button class="door${at > 0 ? ' second' : ''}">Log in as ${escapeHtml(email.split('@')[0]!)}</button> <small>${escapeHtml(about)}</small>
</form></li>`;

const accountOf = ({ email, password, about }: Account): string =>
  `<li><code>${escapeHtml(email)}</code> <code>${escapeHtml(password)}</code><span>${escapeHtml(about)}</span></li>`;

/**
 * A slide show in CSS. The first picture is the still for reduced motion; its alternative text describes all. Pictures
 * come after the text, whose font they would delay on a slow connection.
 */
const film = (about: string, names: string[]): string => `<figure>
<div class="film of-${names.length}" role="img" aria-label="${escapeHtml(about)}">
${names.map((name) => `<img src="${picturePrefix}${name}.webp" alt="" width="1200" height="750" loading="lazy" decoding="async">`).join('\n')}
</div>
</figure>`;
