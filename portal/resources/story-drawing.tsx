import type { ReactNode } from 'react';
import type { CourseCode } from '../../shared/courses.ts';

/** A picture for a story: from the graduate’s job before to the one they have now. Drawn in the partner's colours. */
export function StoryDrawing({ course, className }: { course: CourseCode; className: string }) {
  return (
    <svg viewBox="0 0 480 360" aria-hidden="true" className={className} preserveAspectRatio="xMidYMid slice">
      <rect width="480" height="360" className="fill-tint" />
      {scenes[course]}
    </svg>
  );
}

const thin = { fill: 'none', strokeWidth: 6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

type Pair = readonly [x: number, second: number];
const crates: readonly Pair[] = [
  [36, 252],
  [36, 204],
  [92, 252],
];
/** Columns of a chart: where they stand and how high they are. */
const known: readonly Pair[] = [
  [164, 70],
  [216, 104],
  [268, 88],
];
const guessed: readonly Pair[] = [
  [328, 118],
  [388, 146],
];

/** A heartbeat that runs into the line of a watched network, behind a shield. */
const watching: ReactNode = (
  <>
    <circle cx="372" cy="168" r="132" className="fill-accent" opacity="0.35" />
    <path d="M0 196h72l20-44 28 92 30-136 26 116 16-28h62" className="stroke-brand" {...thin} />
    <path
      d="M352 60c30 22 62 32 96 34v86c0 60-38 98-96 126-58-28-96-66-96-126V94c34-2 66-12 96-34z"
      className="fill-white stroke-brand"
      strokeWidth="6"
      strokeLinejoin="round"
    />
    <path d="M256 196h30l14-24 18 48 20-62 16 38h46" className="stroke-brand" {...thin} />
    <circle cx="400" cy="196" r="13" className="fill-accent stroke-brand" strokeWidth="6" />
    <path d="M40 300h150M40 324h96" className="stroke-brand" opacity="0.25" {...thin} />
    <circle cx="92" cy="84" r="26" className="fill-white" />
    <path d="M92 72v24M80 84h24" className="stroke-brand" {...thin} />
  </>
);

/** Crates on a shop floor that turn into columns, and a forecast that says how sure it is. */
const forecasting: ReactNode = (
  <>
    <path d="M286 178 470 52v168z" className="fill-accent" opacity="0.4" />
    {crates.map(([x, y]) => (
      <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
        <rect width="48" height="40" rx="4" className="fill-white stroke-brand" strokeWidth="5" />
        <path d="M10 15h28M10 26h28" className="stroke-brand" opacity="0.4" fill="none" strokeWidth="4" />
      </g>
    ))}
    {known.map(([x, height]) => (
      <rect key={x} x={x} y={292 - height} width="36" height={height} rx="4" className="fill-brand" />
    ))}
    {guessed.map(([x, height]) => (
      <rect
        key={x}
        x={x}
        y={292 - height}
        width="36"
        height={height}
        rx="4"
        className="stroke-brand"
        {...thin}
        strokeWidth="5"
        strokeDasharray="1 11"
      />
    ))}
    <path d="M24 292h432" className="stroke-brand" {...thin} />
    <path d="M182 196 234 166l52 12" className="stroke-brand" {...thin} />
    <path d="m286 178 62-24 58-30 58-36" className="stroke-brand" {...thin} strokeDasharray="1 15" />
    <circle cx="286" cy="178" r="10" className="fill-accent stroke-brand" strokeWidth="5" />
    <circle cx="84" cy="96" r="34" className="fill-white" />
    <path d="M84 78v18l13 9" className="stroke-brand" {...thin} />
  </>
);

/** A board whose dovetails fit into the window of a program. */
const joining: ReactNode = (
  <>
    <circle cx="104" cy="206" r="128" className="fill-accent" opacity="0.35" />
    <path d="M160 108h276a18 18 0 0 1 18 18v172a18 18 0 0 1-18 18H160z" className="fill-brand" />
    <path d="M160 108h276a18 18 0 0 1 18 18v28H160z" className="fill-accent" />
    <circle cx="406" cy="131" r="7" className="fill-brand" />
    <circle cx="430" cy="131" r="7" className="fill-brand" />
    <path
      d="M-10 108h170v62l46-10v60l-46-10v34l46-10v60l-46-10v32H-10z"
      className="fill-white stroke-brand"
      strokeWidth="6"
      strokeLinejoin="round"
    />
    <path d="M16 146h104M16 178h72M16 210h96M16 242h60M16 274h88" className="stroke-brand" opacity="0.25" {...thin} />
    <path d="m286 200-32 34 32 34M380 200l32 34-32 34M350 186l-34 96" className="stroke-white" {...thin} />
    <g transform="translate(232 66) rotate(-8)">
      <rect width="190" height="24" rx="4" className="fill-white stroke-brand" strokeWidth="5" />
      <path d="M24 0v10M48 0v14M72 0v10M96 0v14M120 0v10M144 0v14M168 0v10" className="stroke-brand" strokeWidth="4" />
    </g>
  </>
);

const scenes: Record<CourseCode, ReactNode> = { cyber: watching, data: forecasting, software: joining };
