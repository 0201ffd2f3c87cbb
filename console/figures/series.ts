/** A line of a chart: its colour, and how it is told apart without colour. */
export interface Series {
  key: string;
  name: string;
  stroke: string;
  strokeDasharray?: string;
}

const looks = {
  main: { stroke: 'var(--brand)' },
  other: { stroke: 'var(--color-muted)', strokeDasharray: '5 4' },
  before: { stroke: 'var(--color-muted)' },
  mainBefore: { stroke: 'var(--brand)', strokeDasharray: '2 4' },
  otherBefore: { stroke: 'var(--color-muted)', strokeDasharray: '1 3' },
} as const;

/** A series in one of the looks. */
export const seriesOf = (key: string, name: string, look: keyof typeof looks): Series => ({
  key,
  name,
  ...looks[look],
});
