import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Figures } from '../../contract/console/figures.ts';
import { dayOf } from '../shell/times.ts';
import { shortDay, sharesOf, totalsOf } from './figure-words.ts';

const text = { fill: 'var(--color-muted)', fontSize: 12 };
const ink = { fill: 'var(--color-ink)', fontSize: 13 };
const still = { isAnimationActive: false } as const;
const tooltip = {
  contentStyle: {
    background: 'var(--color-white)',
    border: '1px solid var(--color-line)',
    borderRadius: 8,
    color: 'var(--color-ink)',
  },
  cursor: { fill: 'var(--color-surface)', stroke: 'var(--color-line)' },
  isAnimationActive: false,
} as const;

/** The colour of a series, and how it is told apart without colour. */
const series = {
  registered: { name: 'New members', stroke: 'var(--color-muted)', strokeDasharray: '5 4' },
  enrolled: { name: 'Enrolments', stroke: 'var(--brand)' },
} as const;

/** Accounts made and seats paid for, day by day. */
export function DaysChart({ days }: { days: Figures['days'] }) {
  return (
    <ResponsiveContainer width="100%" height={240} initialDimension={{ width: 320, height: 240 }}>
      <LineChart data={days} margin={{ top: 12, right: 16, bottom: 0, left: -16 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--color-line)" vertical={false} />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tick={text}
          tickLine={false}
          stroke="var(--color-line)"
          minTickGap={28}
        />
        <YAxis allowDecimals={false} tick={text} tickLine={false} axisLine={false} width={48} />
        <Tooltip {...tooltip} labelFormatter={(day) => (typeof day === 'string' ? dayOf(day) : '')} />
        <Line {...series.registered} {...still} dataKey="registered" strokeWidth={2} dot={false} />
        <Line {...series.enrolled} {...still} dataKey="enrolled" strokeWidth={2.5} dot={false} />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** What the lines of {@link DaysChart} are. */
export function DaysLegend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {Object.values(series).map(({ name, ...line }) => (
        <li key={name} className="inline-flex items-center gap-2">
          <svg width="28" height="8" aria-hidden="true">
            <line x1="0" x2="28" y1="4" y2="4" strokeWidth="2.5" {...line} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** How many have come how far, of all partners that are shown. */
export function FunnelChart({ funnel }: { funnel: Figures['funnel'] }) {
  const steps = sharesOf(totalsOf(funnel));
  return (
    <ResponsiveContainer width="100%" height={200} initialDimension={{ width: 320, height: 200 }}>
      <BarChart
        data={steps}
        layout="vertical"
        margin={{ top: 0, right: 92, bottom: 0, left: 0 }}
        barCategoryGap={8}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, (most: number) => Math.max(1, most)]} />
        <YAxis type="category" dataKey="label" tick={ink} tickLine={false} axisLine={false} width={104} />
        <Bar dataKey="count" fill="var(--brand)" radius={4} minPointSize={2} {...still}>
          <LabelList dataKey="words" position="right" {...ink} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
