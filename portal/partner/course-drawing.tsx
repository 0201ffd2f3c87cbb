import type { CourseCode } from '../../shared/courses.ts';
import type { Ground } from '../../shared/partner-drawings.ts';
import { usePartner } from './partner.tsx';

interface CourseDrawingProps {
  course: CourseCode;
  on: Ground;
  className: string;
}

/** A course's drawing in the partner's colours, made by the build. It says nothing that the text does not. */
export function CourseDrawing({ course, on, className }: CourseDrawingProps) {
  const { code } = usePartner();
  return <img src={`/assets/drawing-${code}-${course}-${on}.svg`} alt="" className={className} />;
}
