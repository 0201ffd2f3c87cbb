import { courseDrawings, drawingField } from '../../contract/course-drawings.ts';
import type { DrawingLook, DrawingShape } from '../../contract/course-drawings.ts';
import type { CourseCode } from '../../contract/courses.ts';

/** A course's drawing in the partner's colours. */
export function CourseDrawing({ course, className }: { course: CourseCode; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${drawingField.width} ${drawingField.height}`}
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {courseDrawings[course].map((shape) => (
        <Shape key={shape.look + (shape.path ?? '')} {...shape} />
      ))}
    </svg>
  );
}

const looks: Record<DrawingLook, string> = {
  line: 'stroke-brand',
  soft: 'stroke-brand opacity-20',
  wash: 'fill-brand opacity-8',
  node: 'fill-white stroke-brand',
  glow: 'fill-accent opacity-30',
  accent: 'fill-accent',
  tick: 'stroke-accent-ink',
};

function Shape({ look, path, circles, strokeWidth, dashed }: DrawingShape) {
  return (
    <g className={looks[look]} strokeWidth={strokeWidth} strokeDasharray={dashed && '2 10'}>
      {path && <path d={path} />}
      {circles?.map(([x, y, radius]) => (
        <circle key={`${x} ${y} ${radius}`} cx={x} cy={y} r={radius} />
      ))}
    </g>
  );
}
