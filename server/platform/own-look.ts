import { escapeHtml } from './html.ts';

/** Path of Inter, which the build takes from the portal's package. */
export const typePath = '/docs/assets/inter.woff2';

/** The colours of our own pages, as declarations of a style rule. */
export const lightColours =
  'color-scheme:light;--ink:#1b1f24;--quiet:#565d66;--line:#dfe3e8;--control:#767e88;--page:#fff;--soft:#f5f6f8;--link:#2247c4;--key:#1b1f24;--on-key:#fff;--good:#17663a;--bad:#b3261e;--code-word:#8a2a6b;--code-name:#1d4fa8;--code-text:#1c6b3c;--code-quiet:#616975';
export const darkColours =
  'color-scheme:dark;--ink:#f1f3f5;--quiet:#b4bac2;--line:#363d46;--control:#8b949f;--page:#16191d;--soft:#1e2227;--link:#a3bbff;--key:#f1f3f5;--on-key:#16191d;--good:#86d8a5;--bad:#ff9d94;--code-word:#f0a6d8;--code-name:#9cc4ff;--code-text:#98dbab;--code-quiet:#a2abb6';

/**
 * Type, colours and header of all pages that are the product's own and no partner's: front door, documentation,
 * mailbox, card sandbox and provider. Dark follows the system unless `data-theme` on the root says otherwise.
 */
export const ownLook = `@font-face{font-family:Inter;src:url(${typePath}) format("woff2");font-weight:100 900;font-display:optional}
@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Helvetica"),local("Liberation Sans");size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}
@font-face{font-family:"Inter Fallback";src:local("Arial Bold"),local("Arial-BoldMT"),local("Helvetica Bold"),local("Helvetica-Bold"),local("Liberation Sans Bold"),local("LiberationSans-Bold");font-weight:600 900;size-adjust:101.5%;ascent-override:95.44%;descent-override:23.76%;line-gap-override:0%}
:root{${lightColours}}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${darkColours}}}
:root[data-theme=dark]{${darkColours}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--ink);font:1rem/1.55 Inter,"Inter Fallback",system-ui,sans-serif;margin:0;-webkit-text-size-adjust:100%}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{background:var(--page);left:1rem;padding:.5rem;position:absolute;top:-4rem;z-index:3}
.skip:focus{top:.75rem}
.top{background:var(--page);border-bottom:1px solid var(--line)}
.top-in{align-items:center;display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0 auto;max-width:72.5rem;min-height:3.75rem;padding:0 clamp(1rem,3vw,2rem)}
.top a{align-items:center;color:inherit;display:inline-flex;min-height:2.75rem;text-decoration:none}
.top a:hover{text-decoration:underline;text-underline-offset:.2em}
.top .home{font-size:1.125rem;font-weight:700;letter-spacing:-.015em;margin:0}
.top .home a::before{background:linear-gradient(135deg,var(--key) 50%,var(--link) 50%);border-radius:5px;content:"";height:1.25rem;margin-right:.5rem;width:1.25rem}
.top .here{color:var(--quiet);margin:0}
.top .here::before{color:var(--control);content:"/";margin-right:.5rem}
.top ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;margin:0;padding:0}
.top nav{font-size:.9375rem;margin-left:auto}
.top [aria-current]{font-weight:650}
@media(max-width:40rem){.top .here~nav{margin-left:0}}`;

/** Fetches the type early, for the head of a page: it is `optional`, so that nothing moves when it is late. */
export const typePreload = `<link rel="preload" href="${typePath}" as="font" type="font/woff2" crossorigin>`;

/** The content of the header. */
export interface OwnHeader {
  /** The name of a page that is none of the links. */
  here?: string;
  /** Path of the link that leads to this page. */
  current?: string;
  /** Markup after the links. */
  more?: string;
}

const links = [
  ['/docs', 'Docs'],
  ['/docs/api', 'API reference'],
] as const;

/** Renders the header of a page of our own. The brand leads to the front door, which names what else runs. */
export const ownHeader = ({
  here,
  current,
  more = '',
}: OwnHeader = {}): string => `<header class="top"><div class="top-in">
<p class="home"><a href="/">Intake</a></p>${here === undefined ? '' : `<p class="here">${escapeHtml(here)}</p>`}
<nav aria-label="Intake"><ul>${links.map(([path, label]) => `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${label}</a></li>`).join('')}${here === undefined ? '' : '<li><a href="/#running">What runs here</a></li>'}</ul></nav>${more}
</div></header>`;
