/** The look of the reference: two columns where there is room, light and dark, nothing from elsewhere. */
export const style = `:root{color-scheme:light dark;--ink:#1b1f24;--quiet:#565d66;--line:#d5d9de;--page:#fff;--soft:#f5f6f8;--link:#0b57d0}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f5;--quiet:#b4bac2;--line:#3a414a;--page:#16191d;--soft:#20252b;--link:#8ab4f8}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;margin:0}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{background:var(--page);left:1rem;padding:.5rem;position:absolute;top:-4rem;z-index:2}
.skip:focus{top:1rem}
nav{border-bottom:1px solid var(--line);padding:1rem 1.5rem}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.2rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
nav>ul>li>a{font-weight:600}
nav li ul{display:none}
.brand{font-size:1.125rem;font-weight:700;margin:0}
.brand a{color:inherit;text-decoration:none}
main{max-width:60rem;padding:1.5rem}
h1{font-size:2rem;letter-spacing:-.02em;line-height:1.2;margin:0 0 1rem}
h2{font-size:1.5rem;letter-spacing:-.014em;margin:0}
section{border-top:1px solid var(--line);margin-top:3rem;padding-top:2rem}
article{margin-top:2.5rem}
h3{font-size:1.125rem;margin:0}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{color:var(--quiet);font-size:.875rem;margin:1rem 0 .25rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.875em;overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;margin:.5rem 0;max-height:24rem;overflow:auto;padding:.75rem 1rem}
pre code{overflow-wrap:normal}
.call{align-items:baseline;display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin:.25rem 0}
.call b{font-size:.8125rem;letter-spacing:.03em}
.call span{color:var(--quiet);font-size:.875rem}
.refusals{color:var(--quiet);font-size:.875rem}
.facts dt{font-weight:600;margin-top:.75rem}
.facts dd{margin:0}
table{border-collapse:collapse;margin:.75rem 0;width:100%}
th,td{border-bottom:1px solid var(--line);font-weight:400;padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top}
thead th{color:var(--quiet);font-size:.8125rem}
i,small{color:var(--quiet);font-size:.875rem}
.terms{margin:.75rem 0}
.terms>div{border-bottom:1px solid var(--line);padding:.5rem 0}
.terms dd{margin:0}
.terms :is(dt,small) code{white-space:nowrap}
.terms>div:target,article:target{background:var(--soft);box-shadow:0 0 0 .75rem var(--soft);border-radius:2px}
@media(min-width:64rem){body{display:grid;grid-template-columns:18rem minmax(0,1fr)}nav{border-bottom:0;border-right:1px solid var(--line);height:100vh;overflow:auto;position:sticky;top:0}nav li ul{display:block;padding:0 0 1rem}main{padding:2rem 3rem 6rem}}
@media(min-width:48rem){.terms>div{display:grid;gap:0 1.5rem;grid-template-columns:minmax(12rem,2fr) 3fr}}
@media print{nav{display:none}}`;
