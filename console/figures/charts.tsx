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
import type { Series } from './series.ts';

const text = { fill: 'var(--color-muted)', fontSize: 12 };
const ink = { fill: 'var(--color-ink)', fontSize: 13 };
const still = { isAnimationActive: false } as const;
const tooltip = {
  separator: ': ',
  contentStyle: {
    // A fixed width, and lines that break: long names would reach over the edge of a phone.
    width: 'min(15rem, 60vw)',
    whiteSpace: 'normal',
    background: 'var(--color-white)',
    border: '1px solid var(--color-line)',
    borderRadius: 8,
    color: 'var(--color-ink)',
  },
  cursor: { fill: 'var(--color-surface)', stroke: 'var(--color-line)' },
  isAnimationActive: false,
} as const;

/** A place along the x axis, with the value of each series; null for none. */
export type Point = Readonly<Record<string, string | number | null>> & { at: string };

interface LinesProps {
  points: readonly Point[];
  series: readonly Series[];
  /** What stands at the axis, and as the title of what the pointer shows. */
  atText: (at: string) => string;
  atTitle: (at: string) => string;
  /** The value in words; whole numbers as they are unless given. */
  valueText?: (value: number) => string;
}

/** Values over time, a line for each series. */
export function LinesChart({ points, series, atText, atTitle, valueText = String }: LinesProps) {
  const margin = { top: 12, right: 16, bottom: 0, left: valueText === String ? -16 : 8 };
  return (
    <ResponsiveContainer width="100%" height={240} initialDimension={{ width: 320, height: 240 }}>
      <LineChart data={[...points]} margin={margin} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--color-line)" vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={atText}
          tick={text}
          tickLine={false}
          stroke="var(--color-line)"
          minTickGap={28}
        />
        <YAxis
          allowDecimals={false}
          tick={text}
          tickLine={false}
          axisLine={false}
          tickFormatter={valueText}
          width={valueText === String ? 48 : 76}
        />
        <Tooltip
          {...tooltip}
          labelFormatter={(at) => (typeof at === 'string' ? atTitle(at) : '')}
          formatter={(value) => (typeof value === 'number' ? valueText(value) : value)}
        />
        {series.map(({ key, name, ...line }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            {...line}
            {...still}
            dot={points.length === 1}
            strokeWidth={line.strokeDasharray ? 2 : 2.5}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

/** A bar with its words beside it. */
export interface BarOf {
  label: string;
  count: number;
  words: string;
  /** What it is compared with, as a thinner bar below. */
  before?: number;
}

const barHeight = 44;
const margins = 24;

/** Amounts side by side, the first one on top. @param labelWidth in pixels */
export function BarsChart({ bars, labelWidth = 104 }: { bars: readonly BarOf[]; labelWidth?: number }) {
  const isCompared = bars.some(({ before }) => before !== undefined);
  const height = bars.length * barHeight + margins;
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        margin={{ top: 0, right: 92, bottom: 0, left: 0 }}
        barCategoryGap={8}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, (most: number) => Math.max(1, most)]} />
        <YAxis
          type="category"
          dataKey="label"
          tick={ink}
          tickLine={false}
          axisLine={false}
          width={labelWidth}
          interval={0}
        />
        <Bar dataKey="count" fill="var(--brand)" radius={4} minPointSize={2} {...still}>
          <LabelList dataKey="words" position="right" {...ink} />
        </Bar>
        {isCompared && (
          <Bar dataKey="before" fill="var(--color-muted)" barSize={8} radius={2} minPointSize={2} {...still} />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
}
