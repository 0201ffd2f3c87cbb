import { style } from '../api-reference/reference-style.ts';

/** The look of the documentation: that of the API's reference, with what its pages have besides. */
export const docsStyle = `${style}
nav>ul{display:flex;flex-wrap:wrap;gap:0 1rem}
nav>ul>li>a{font-weight:400;padding:.35rem 0}
nav a[aria-current]{font-weight:700}
main{overflow-wrap:break-word}
main>p,main>ul,main>ol,.note{max-width:44rem}
h2{border-top:1px solid var(--line);margin:2.5rem 0 .75rem;padding-top:1.5rem}
h2+h3{margin-top:1rem}
h3{margin:2rem 0 .5rem}
:is(h3,h4) code{font-size:1em}
main h4{color:inherit;font-size:1rem;margin:1.5rem 0 .25rem}
:is(h2,h4) a{color:inherit;text-decoration:none}
:is(h2,h4) a:hover{text-decoration:underline}
:is(h2,h3,h4):target{background:var(--soft);box-shadow:0 0 0 .5rem var(--soft)}
li{margin:.25rem 0}
nav li{margin:0}
.note{background:var(--soft);border-left:4px solid var(--link);margin:1rem 0;padding:.75rem 1rem}
.note p{margin:0}
.wide{overflow-x:auto}
.live{border:1px solid var(--line);border-radius:8px;margin:.5rem 0 1.5rem;padding:1rem}
.live .live-title{color:var(--quiet);font-size:.8125rem;margin:0 0 .5rem}
.live p:not(.live-title){margin:.5rem 0}
.live p:last-child:not(.live-title),.live>:last-child{margin-bottom:0}
.wide tbody th{min-width:8.5rem}
.live :is(button,input,select){background:var(--page);border:1px solid var(--quiet);border-radius:6px;color:inherit;font:inherit;min-height:2.75rem;padding:.25rem .75rem}
.live button{cursor:pointer;font-weight:600}
.live label{display:block;margin:.5rem 0}
.live label input:not([type=checkbox]){display:block;margin-top:.25rem;max-width:20rem;width:100%}
.live input[type=checkbox]{height:1.25rem;min-height:0;vertical-align:-.2em;width:1.25rem}
.live img{border-radius:50%;height:4rem;width:4rem}
.live .quiet{color:var(--quiet)}
.live .marked{background:var(--soft);font-weight:700;padding:.5rem}
@media(min-width:64rem){nav>ul{display:block}nav>ul>li>a{padding:.2rem 0}nav li ul{border-left:2px solid var(--line);margin:.25rem 0;padding:0 0 0 .75rem}nav li ul a{font-size:.875rem}}`;
