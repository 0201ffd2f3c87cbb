import type { CourseCode } from './courses.ts';

/**
 * The drawing of each course, for pages and PDFs. A shape names its kind of line or fill; the
 * renderer chooses the colours.
 */

/** line, soft and tick are strokes; wash, glow and accent are fills; a node has both. */
export type DrawingLook = 'line' | 'soft' | 'wash' | 'node' | 'glow' | 'accent' | 'tick';

export interface DrawingShape {
  look: DrawingLook;
  /** Path data, as in SVG. */
  path?: string;
  circles?: [x: number, y: number, radius: number][];
  strokeWidth?: number;
  dashed?: true;
}

/** The canvas of every drawing, in units of its paths. */
export const drawingField = { width: 520, height: 400 };

const dots = (places: string, radius: number) =>
  places.split(' ').map((place): [number, number, number] => {
    const [x, y] = place.split(',').map(Number);
    return [x!, y!, radius];
  });

/** Radar rings over a network; one node is highlighted. */
const cyber: DrawingShape[] = [
  { look: 'soft', circles: [60, 115, 170, 225, 280].map((radius) => [300, 200, radius]), strokeWidth: 2 },
  { look: 'wash', path: 'M300 200 438 22A225 225 0 0 1 520 156z' },
  { look: 'line', path: 'M300 200 438 22', strokeWidth: 3 },
  {
    look: 'line',
    path: 'm300 200-104-52-66 92 96 78 128 12 62-96-116-34zM196 148l30 170M354 330l-54-130M416 234l52-60',
    strokeWidth: 2,
  },
  { look: 'node', circles: dots('196,148 130,240 226,318 354,330 416,234 300,200', 8), strokeWidth: 3 },
  { look: 'glow', circles: [[404, 106, 26]] },
  { look: 'accent', circles: [[404, 106, 11]] },
];

const measurements =
  '104,300 128,334 152,292 176,318 200,262 224,300 248,232 262,272 292,250 312,208 336,246 356,182 388,204 412,142 446,164';

/** Scattered measurements, the range a model gives, and the line through it. */
const data: DrawingShape[] = [
  { look: 'soft', path: 'M60 60v290h430', strokeWidth: 3 },
  { look: 'soft', path: 'M60 120h430M60 180h430M60 240h430M60 300h430', strokeWidth: 2, dashed: true },
  { look: 'wash', path: 'M80 318c90-6 120-50 180-84s120-30 210-150v88c-84 84-134 74-198 104s-110 54-192 66z' },
  { look: 'line', path: 'M80 328c90-6 122-46 186-76s122-36 204-122', strokeWidth: 4 },
  { look: 'node', circles: dots(measurements, 6), strokeWidth: 2 },
  { look: 'glow', circles: [[372, 88, 26]] },
  { look: 'accent', circles: [[372, 88, 11]] },
];

const blocks = 'M70 70h230v104H70zM150 226h250v104H150zM352 40h140v134H352z';

/** Blocks of code, nested and joined; one is done. */
const software: DrawingShape[] = [
  { look: 'wash', path: blocks },
  { look: 'line', path: `${blocks}M300 122h52M186 174v52M422 174v78h-22`, strokeWidth: 3 },
  { look: 'line', path: 'm104 100-18 22 18 22M266 100l18 22-18 22M202 94l-34 56', strokeWidth: 4 },
  {
    look: 'soft',
    path: 'M180 258h94M180 284h150M180 310h60M294 258h34M378 74h64M378 100h88M378 126h44',
    strokeWidth: 8,
  },
  { look: 'soft', path: 'M40 366h440M40 30v336', strokeWidth: 2, dashed: true },
  { look: 'accent', path: 'M262 300h72v20h-72z' },
  { look: 'accent', circles: [[446, 292, 30]] },
  { look: 'tick', path: 'm432 292 10 11 19-22', strokeWidth: 4 },
];

export const courseDrawings: Record<CourseCode, DrawingShape[]> = { cyber, data, software };
