import { ownLook } from '../../platform/own-look.ts';

/** Seconds for each picture of a slide show. */
const standSeconds = 3;

/** Key frames of a slide show of `count` pictures: each is opaque for its part of the cycle, then fades. */
const round = (count: number) => {
  const part = 100 / count;
  const fade = 2.5;
  return `@keyframes of-${count}{0%,${part.toFixed(1)}%{opacity:1}${(part + fade).toFixed(1)}%,${(100 - fade).toFixed(1)}%{opacity:0}100%{opacity:1}}
.of-${count} img{animation:of-${count} ${count * standSeconds}s infinite}
${Array.from({ length: count }, (_, at) => `.of-${count} img:nth-of-type(${at + 1}){animation-delay:${(at - count) * standSeconds}s}`).join('\n')}`;
};

/**
 * The look of the front door and of the 404 page that belongs to no partner: light and dark, nothing from elsewhere.
 * Pictures change only for readers who have not asked for less motion, and the box above them stops them (WCAG 2.2.2).
 */
export const frontDoorStyle = `${ownLook}
:root{--shadow:0 18px 40px -18px rgb(27 31 36/.35),0 2px 6px rgb(27 31 36/.12)}
@media(prefers-color-scheme:dark){:root{--shadow:0 18px 40px -18px #000,0 0 0 1px #363d46}}
body{line-height:1.5;overflow-wrap:anywhere}
.in,.top-in{margin:0 auto;max-width:72.5rem;padding:0 clamp(1.25rem,4vw,2.5rem)}
a{color:inherit;text-underline-offset:.2em}
.top{border:0}
h1{font-size:clamp(2rem,4vw,3.25rem);font-weight:650;letter-spacing:-.03em;line-height:1.08;margin:0;text-wrap:balance}
.lead{color:var(--quiet);font-size:clamp(1.0625rem,1.6vw,1.25rem);line-height:1.55;margin:0;max-width:38rem;text-wrap:pretty}
.opening{display:grid;gap:1.25rem 3.5rem;margin-top:clamp(1.5rem,4vw,3.5rem)}
h2{font-size:clamp(1.5rem,2.4vw,2rem);font-weight:650;letter-spacing:-.02em;line-height:1.2;margin:0;text-wrap:balance}
h3{font-size:1rem;font-weight:650;margin:0}
p{text-wrap:pretty}
.row{display:grid;gap:1.5rem 3.5rem;padding:clamp(2rem,4vw,3.25rem) 0}
.row p{color:var(--quiet);margin:.75rem 0 0}
.row .doors{display:grid;gap:.75rem;list-style:none;margin:1.5rem 0 0;padding:0}
.row form{align-items:center;display:flex;flex-wrap:wrap;gap:.25rem .875rem;margin:0}
small{color:var(--quiet);font-size:.875rem}
.row .portals{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr));list-style:none;margin:1.25rem 0 0;padding:0}
.portals a{border:1px solid var(--line);border-radius:8px;box-sizing:border-box;display:block;height:100%;padding:.5rem .875rem;text-decoration:none}
.portals a:hover{border-color:var(--control)}
.portals small{display:block}
.door{align-items:center;background:var(--key);border:1px solid var(--key);border-radius:8px;color:var(--on-key);cursor:pointer;display:inline-flex;font:inherit;font-weight:600;justify-self:start;min-height:3rem;padding:.5rem 1.125rem;text-align:left;text-decoration:none}
.door.second{background:none;color:inherit}
.door:hover{text-decoration:underline}
.small{font-size:.9375rem}
.small a{display:inline-block;min-height:1.5rem}
.row .accounts{font-size:.9375rem;list-style:none;margin:1.25rem 0 0;padding:0}
.accounts li{padding:.375rem 0}
.accounts code{display:inline-block;user-select:all}
.accounts code+code{margin-left:.5rem}
details{font-size:.9375rem;margin-top:.25rem}
summary{cursor:pointer;min-height:1.75rem;padding:.125rem 0}
summary:hover{text-decoration:underline}
.row details .accounts{margin-top:0}
.accounts span{color:var(--quiet);display:block}
code{font:.9375em ui-monospace,SFMono-Regular,Menlo,monospace}
figure{align-self:center;margin:0;min-width:0}
.film{aspect-ratio:8/5;background:var(--soft);border-radius:12px;box-shadow:var(--shadow);overflow:hidden;position:relative}
.film img{display:block;height:100%;inset:0;object-fit:cover;position:absolute;width:100%}
.film img:not(:first-of-type){opacity:0}
.still{align-items:center;color:var(--quiet);cursor:pointer;display:none;font-size:.875rem;gap:.5rem;margin:1.5rem 0 -1rem auto;min-height:2.75rem;width:fit-content}
.still input{accent-color:var(--key);height:1.25rem;margin:0;width:1.25rem}
@media(prefers-reduced-motion:no-preference){
.still{display:flex}
.film img:not(:first-of-type){opacity:1}
${round(3)}
${round(4)}
body:has(.still input:checked) .film img{animation-play-state:paused}
}
.ground{background:var(--soft);border-top:1px solid var(--line);margin-top:clamp(1rem,3vw,2rem)}
.ground .in{display:grid;gap:2.5rem 3.5rem;padding-bottom:3.5rem;padding-top:clamp(2.5rem,5vw,4rem)}
.ground h2{font-size:1.25rem;margin-bottom:.75rem}
dl{margin:0}
dl>div{border-top:1px solid var(--line);padding:.625rem 0}
dt{font-weight:600}
dd{color:var(--quiet);margin:0}
dt a{display:inline-block;min-height:1.5rem}
.lost{padding-bottom:4rem}
.lost .code{color:var(--quiet);font-variant-numeric:tabular-nums;font-weight:600;margin:clamp(3rem,12vh,8rem) 0 0}
.lost h1{font-size:2rem;margin:.5rem 0 .75rem;max-width:none}
.lost .door{margin-top:2rem}
@media(min-width:48rem){.ground .in{grid-template-columns:1fr 1fr}}
@media(min-width:60rem){.opening{align-items:end;grid-template-columns:minmax(0,6fr) minmax(0,6fr)}.row{align-items:center;grid-template-columns:minmax(0,5fr) minmax(0,7fr)}.row:nth-of-type(even)>div{order:2}.row:nth-of-type(even){grid-template-columns:minmax(0,7fr) minmax(0,5fr)}}
@media print{.still{display:none}}`;
