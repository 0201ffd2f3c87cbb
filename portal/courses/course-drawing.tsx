import type { ReactNode } from 'react';
import type { CourseCode } from '../../contract/courses.ts';

/** A pattern of each course in the partner's colours: what it is about, and nobody's face. */
export function CourseDrawing({ course, className }: { course: CourseCode; className: string }) {
  return (
    <svg
      viewBox="0 0 520 400"
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {drawings[course]}
    </svg>
  );
}

const line = 'stroke-brand';
const soft = 'stroke-brand opacity-20';
const wash = 'fill-brand opacity-8';

/** Rings of a watch over a network; one dot is where somebody should look. */
const cyber = (
  <>
    {[60, 115, 170, 225, 280].map((radius) => (
      <circle key={radius} cx="300" cy="200" r={radius} className={soft} strokeWidth="2" />
    ))}
    <path d="M300 200 438 22A225 225 0 0 1 520 156z" className={wash} />
    <path d="M300 200 438 22" className={line} strokeWidth="3" />
    <path
      d="m300 200-104-52-66 92 96 78 128 12 62-96-116-34zM196 148l30 170M354 330l-54-130M416 234l52-60"
      className={line}
      strokeWidth="2"
    />
    <Dots
      at="196,148 130,240 226,318 354,330 416,234 300,200"
      radius={8}
      className="fill-white stroke-brand stroke-3"
    />
    <circle cx="404" cy="106" r="26" className="fill-accent opacity-30" />
    <circle cx="404" cy="106" r="11" className="fill-accent" />
  </>
);

/** Scattered measurements, the range a model gives, and the line through it. */
const data = (
  <>
    <path d="M60 60v290h430" className={soft} strokeWidth="3" />
    {[120, 180, 240, 300].map((y) => (
      <path key={y} d={`M60 ${y}h430`} className={soft} strokeDasharray="2 10" strokeWidth="2" />
    ))}
    <path d="M80 318c90-6 120-50 180-84s120-30 210-150v88c-84 84-134 74-198 104s-110 54-192 66z" className={wash} />
    <path d="M80 328c90-6 122-46 186-76s122-36 204-122" className={line} strokeWidth="4" />
    <Dots
      at="104,300 128,334 152,292 176,318 200,262 224,300 248,232 262,272 292,250 312,208 336,246 356,182 388,204 412,142 446,164"
      radius={6}
      className="fill-white stroke-brand stroke-2"
    />
    <circle cx="372" cy="88" r="26" className="fill-accent opacity-30" />
    <circle cx="372" cy="88" r="11" className="fill-accent" />
  </>
);

/** Blocks of a program, nested and joined; one is being worked on. */
const software = (
  <>
    <path d="M70 70h230v104H70zM150 226h250v104H150zM352 40h140v134H352z" className={wash} />
    <path d="M70 70h230v104H70zM150 226h250v104H150zM352 40h140v134H352z" className={line} strokeWidth="3" />
    <path d="M300 122h52M186 174v52M422 174v78h-22" className={line} strokeWidth="3" />
    <path d="m104 100-18 22 18 22M266 100l18 22-18 22M202 94l-34 56" className={line} strokeWidth="4" />
    <path
      d="M180 258h94M180 284h150M180 310h60M294 258h34M378 74h64M378 100h88M378 126h44"
      className={soft}
      strokeWidth="8"
    />
    <path d="M262 300h72v20h-72z" className="fill-accent" />
    <circle cx="446" cy="292" r="30" className="fill-accent opacity-30" />
    <path d="m432 292 10 11 19-22" className="stroke-ink" strokeWidth="4" />
    <path d="M40 366h440M40 30v336" className={soft} strokeWidth="2" strokeDasharray="2 10" />
  </>
);

const drawings: Record<CourseCode, ReactNode> = { cyber, data, software };

function Dots({ at, radius, className }: { at: string; radius: number; className: string }) {
  return at.split(' ').map((place) => {
    const [x, y] = place.split(',');
    return <circle key={place} cx={x} cy={y} r={radius} className={className} />;
  });
}
