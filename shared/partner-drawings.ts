import { courseDrawings, drawingField, type DrawingLook, type DrawingShape } from './course-drawings.ts';
import type { CourseCode } from './courses.ts';
import type { PartnerTheme } from './partner-entries.ts';

/** What stands out on the deep colour: the accent, but for the one theme whose accent is that colour. */
export const accentOnDeep = ({ accent, deep, primary }: PartnerTheme): string => (accent === deep ? primary : accent);

/** What a drawing stands on: the tint of pages, or the deep colour of covers. */
export const grounds = ['tint', 'deep'] as const;
export type Ground = (typeof grounds)[number];

export interface Paint {
  fill?: string;
  fillOpacity?: number;
  stroke?: string;
  strokeOpacity?: number;
}

/** The colours of a drawing, for screen and paper alike. */
export function paintsOf(theme: PartnerTheme, ground: Ground): Record<DrawingLook, Paint> {
  const [line, inside, accent] =
    ground === 'tint' ? [theme.primary, '#ffffff', theme.accent] : ['#ffffff', theme.deep, accentOnDeep(theme)];
  return {
    line: { stroke: line },
    soft: { stroke: line, strokeOpacity: 0.2 },
    wash: { fill: line, fillOpacity: 0.09 },
    node: { fill: inside, stroke: line },
    glow: { fill: accent, fillOpacity: 0.32 },
    accent: { fill: accent },
    tick: { stroke: ground === 'tint' ? theme.accentInk : theme.deep },
  };
}

/** A course's drawing as a picture of its own. */
export function drawingSvg(course: CourseCode, theme: PartnerTheme, ground: Ground): string {
  const paints = paintsOf(theme, ground);
  const { width, height } = drawingField;
  const shapes = courseDrawings[course].map((shape) => group(shape, paints[shape.look]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</svg>`;
}

function group({ path, circles = [], strokeWidth, dashed }: DrawingShape, paint: Paint): string {
  const attributes = {
    fill: paint.fill ?? 'none',
    'fill-opacity': paint.fillOpacity,
    stroke: paint.stroke,
    'stroke-opacity': paint.strokeOpacity,
    'stroke-width': paint.stroke && strokeWidth,
    'stroke-dasharray': dashed && '2 10',
  };
  const written = Object.entries(attributes).map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`));
  const lines = path ? `<path d="${path}"/>` : '';
  const rounds = circles.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`);
  return `<g${written.join('')}>${lines}${rounds.join('')}</g>`;
}
