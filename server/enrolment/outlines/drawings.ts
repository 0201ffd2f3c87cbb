import { courseDrawings, type DrawingShape } from '../../../shared/course-drawings.ts';
import type { CourseCode } from '../../../shared/courses.ts';
import type { Partner } from '../../../shared/partners.ts';
import { paintsOf, type Paint } from '../../../shared/partner-drawings.ts';
import { markSvg } from '../../../shared/partner-marks.ts';

type Pen = PDFKit.PDFDocument;

/** A course's drawing on the deep colour. */
export function drawCourse(pen: Pen, course: CourseCode, { theme }: Partner): void {
  const paints = paintsOf(theme, 'deep');
  pen.lineCap('round').lineJoin('round');
  for (const shape of courseDrawings[course]) drawShape(pen, shape, paints[shape.look]);
}

function drawShape(pen: Pen, { path, circles = [], strokeWidth = 1, dashed }: DrawingShape, paint: Paint): void {
  const outlines = circles.map(
    ([x, y, radius]) =>
      () =>
        pen.circle(x, y, radius),
  );
  if (path) outlines.push(() => pen.path(path));
  for (const outline of outlines) {
    outline();
    pen.lineWidth(strokeWidth);
    if (dashed) pen.dash(2, { space: 10 });
    else pen.undash();
    finish(pen, paint);
  }
}

function finish(pen: Pen, { fill, fillOpacity = 1, stroke, strokeOpacity = 1 }: Paint): void {
  pen.fillOpacity(fillOpacity).strokeOpacity(strokeOpacity);
  if (fill && stroke) pen.fillAndStroke(fill, stroke);
  else if (fill) pen.fill(fill);
  else if (stroke) pen.stroke(stroke);
}

/** The partner's mark in white, 32 points wide. */
export function drawMark(pen: Pen, partner: Partner): void {
  for (const [, name, attributes] of markSvg(partner).matchAll(/<(circle|path) ([^>]*?)\/?>/g)) {
    const value = (attribute: string) => new RegExp(`(?:^| )${attribute}="([^"]*)"`).exec(attributes!)?.[1];
    if (name === 'circle') pen.circle(Number(value('cx')), Number(value('cy')), Number(value('r')));
    else pen.path(value('d')!);
    pen.lineWidth(Number(value('stroke-width') ?? 1));
    const [fill, stroke] = [value('fill'), value('stroke')];
    finish(pen, {
      ...(fill !== undefined && fill !== 'none' ? { fill } : {}),
      ...(stroke === undefined ? {} : { stroke }),
    });
  }
}
