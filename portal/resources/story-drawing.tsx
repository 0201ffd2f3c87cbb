import type { ReactNode } from 'react';
import type { CourseCode } from '../../contract/courses.ts';

/** A picture for a story: what somebody did before, on its way into what they do now. Drawn in the partner's colours. */
export function StoryDrawing({ course, className }: { course: CourseCode; className: string }) {
  return (
    <svg viewBox="0 0 480 360" aria-hidden="true" className={className} preserveAspectRatio="xMidYMid slice">
      <rect width="480" height="360" className="fill-tint" />
      {scenes[course]}
    </svg>
  );
}

const thin = { fill: 'none', strokeWidth: 6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** A heartbeat that runs into the line of a watched network, behind a shield. */
const watching: ReactNode = (
  <>
    <circle cx="372" cy="168" r="132" className="fill-accent" opacity="0.35" />
    <path d="M0 196h72l20-44 28 92 30-136 26 116 16-28h52" className="stroke-brand" {...thin} />
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
    <path d="M210 236 300 168l72-14 108-76v124l-108 40-72 8z" className="fill-accent" opacity="0.4" />
    {[
      [36, 252],
      [36, 204],
      [92, 252],
    ].map(([x, y]) => (
      <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
        <rect width="48" height="40" rx="4" className="fill-white stroke-brand" strokeWidth="5" />
        <path d="M6 14h36M6 26h36" className="stroke-brand" opacity="0.4" fill="none" strokeWidth="4" />
      </g>
    ))}
    {[
      [164, 70],
      [216, 104],
      [268, 88],
      [320, 142],
      [372, 168],
    ].map(([x, height]) => (
      <rect
        key={x}
        x={x}
        y={292 - height!}
        width="36"
        height={height}
        rx="4"
        className={x! > 300 ? 'fill-white stroke-brand' : 'fill-brand'}
        strokeWidth={x! > 300 ? 5 : 0}
        strokeDasharray={x! > 300 ? '9 8' : undefined}
      />
    ))}
    <path d="M24 292h432" className="stroke-brand" {...thin} />
    <path d="M182 196 234 166l52 12" className="stroke-brand" {...thin} />
    <path d="m286 178 54-42 50-20 58-46" className="stroke-brand" strokeDasharray="1 16" {...thin} />
    <circle cx="286" cy="178" r="10" className="fill-accent stroke-brand" strokeWidth="5" />
    <circle cx="84" cy="96" r="34" className="fill-white" />
    <path d="M84 78v18l13 9" className="stroke-brand" {...thin} />
  </>
);

/** A dovetail joint whose pieces are the blocks of a program. */
const joining: ReactNode = (
  <>
    <circle cx="112" cy="220" r="120" className="fill-accent" opacity="0.35" />
    <path
      d="M-10 118h142l22 30-22 30h68l22 30-22 30H-10z"
      className="fill-white stroke-brand"
      strokeWidth="6"
      strokeLinejoin="round"
    />
    <path d="M10 146h84M10 178h64M10 210h92" className="stroke-brand" opacity="0.25" {...thin} />
    <path
      d="M176 118h264a14 14 0 0 1 14 14v158a14 14 0 0 1-14 14H176v-66h36l22-30-22-30h-58l22-30z"
      className="fill-brand"
    />
    <path d="M176 118h264a14 14 0 0 1 14 14v22H166l10-6z" className="fill-accent" opacity="0.9" />
    <circle cx="400" cy="137" r="6" className="fill-brand" />
    <circle cx="424" cy="137" r="6" className="fill-brand" />
    <path d="m290 190-28 28 28 28M380 190l28 28-28 28M350 180l-30 78" className="stroke-white" {...thin} />
    <path d="M40 308h120M40 330h72" className="stroke-brand" opacity="0.25" {...thin} />
    <path d="m330 40 44 44-20 20-44-44z" className="fill-white stroke-brand" strokeWidth="5" strokeLinejoin="round" />
  </>
);

const scenes: Record<CourseCode, ReactNode> = { cyber: watching, data: forecasting, software: joining };
