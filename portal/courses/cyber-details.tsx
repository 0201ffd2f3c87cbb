import file from 'content:courses/cyber';
import { useContent } from '../partner/use-content.ts';
import { CourseDetails } from './course-details.tsx';
import { Instructors } from './instructors.tsx';
import { Tools } from './tools.tsx';

export function CyberDetails() {
  const content = useContent(file);
  return (
    <CourseDetails course="cyber" content={content}>
      <Instructors content={content} />
      <Tools tools={content.tools} />
    </CourseDetails>
  );
}
